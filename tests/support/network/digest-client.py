"""Calls a wallet RPC as scripts do, through the digest authentication of Python's own library.

digest-client.py URL NAME PASSWORD METHOD...: one answer a line.
"""

import json
import sys
import urllib.request

url, name, password, *methods = sys.argv[1:]
passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
passwords.add_password(None, url, name, password)
opener = urllib.request.build_opener(urllib.request.HTTPDigestAuthHandler(passwords))
for method in methods:
    call = {"jsonrpc": "2.0", "id": "0", "method": method}
    request = urllib.request.Request(
        url, json.dumps(call).encode(), {"Content-Type": "application/json"}
    )
    print(json.dumps(json.load(opener.open(request))))
