"""Does what serve.c does, where no C compiler is installed: serve.py LIBRARY [OPTION…]"""

import ctypes
import sys

PR_SET_PDEATHSIG, SIGKILL = 1, 9
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL)
arguments = [argument.encode() for argument in sys.argv[1:]]
library = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
library.chdb_query_cmdline(len(arguments), (ctypes.c_char_p * len(arguments))(*arguments))
