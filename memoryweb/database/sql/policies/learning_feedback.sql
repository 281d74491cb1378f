-- The clock sees what is still to be learned from.
ALTER TABLE learning_feedback ENABLE ROW LEVEL SECURITY;
ALTER TABLE learning_feedback FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON learning_feedback TO memoryweb_app;
GRANT SELECT ON learning_feedback TO memoryweb_clock;
CREATE POLICY learning_feedback_read ON learning_feedback FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY learning_feedback_add ON learning_feedback FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person});
CREATE POLICY learning_feedback_change ON learning_feedback FOR UPDATE TO memoryweb_app
    USING (person_id = {person})
    WITH CHECK (person_id = {person});
CREATE POLICY learning_feedback_remove ON learning_feedback FOR DELETE TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY learning_feedback_clock ON learning_feedback FOR SELECT TO memoryweb_clock
    USING (is_due);
