"""Names the files below a folder in which a word stands: as it is, or in a compressed stream that begins at any byte."""
import os
import sys
import zlib

folder, word = sys.argv[1], sys.argv[2].encode()


def streams(data):
    for at in range(len(data)):
        kind = (data[at] >> 1) & 3
        if kind == 3 or (kind == 0 and data[at + 1 : at + 3] == data[at + 3 : at + 5]):
            continue
        for wbits in (-15, 15) if data[at] == 0x78 else (-15,):
            try:
                yield zlib.decompressobj(wbits).decompress(data[at : at + 2048], 16384)
            except zlib.error:
                pass


for directory, _, names in os.walk(folder):
    for name in names:
        path = os.path.join(directory, name)
        with open(path, "rb") as file:
            data = file.read()
        if word in data or any(word in text for text in streams(data)):
            print(os.path.relpath(path, folder))
