"""Which addresses of the internet protocol belong to the public internet, and which would lead inside."""

import ipaddress

UNICAST = ipaddress.ip_network("2000::/3")  # all of IPv6 that is given out for the public internet
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # the last 32 bits are an IPv4 address


def is_public(address: str) -> bool:
    """Return whether an address belongs to the public internet, also the one inside an IPv6 address."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if not (ip in UNICAST or ip in NAT64 or ip.ipv4_mapped):
            return False
        inside = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
        if ip in NAT64:
            inside.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
        return ip.is_global and not ip.is_multicast and all(each is None or _is_public_v4(each) for each in inside)
    return _is_public_v4(ip)


def _is_public_v4(ip: ipaddress.IPv4Address) -> bool:
    return ip.is_global and not ip.is_multicast
