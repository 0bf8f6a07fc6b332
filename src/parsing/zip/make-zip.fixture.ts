import { crc32, deflateRawSync } from "node:zlib";

/** A file for a test's archive, and the lies that its headers may tell. */
export interface ZipFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly stored?: boolean;
  readonly declaredSize?: number;
  readonly encrypted?: boolean;
}

/** Writes a ZIP archive. */
export function makeZip(files: readonly ZipFile[]): Uint8Array {
  const pieces: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content, stored = false, declaredSize, encrypted = false } of files) {
    const raw = Buffer.from(content as string);
    const packed = stored ? raw : deflateRawSync(raw);
    const title = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredSize ?? raw.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, title, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), fields, tail, title]));
    pieces.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...pieces, directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}
