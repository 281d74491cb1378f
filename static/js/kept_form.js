// Sends the form that was kept while its person signed in. Without JavaScript they press its button.
document.querySelector("[data-send-now]").requestSubmit();
