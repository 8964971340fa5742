/** Landlock's rights for files, from `linux/landlock.h`. */
const FILES = {
  execute: 1 << 0,
  writeFile: 1 << 1,
  readFile: 1 << 2,
  readFolder: 1 << 3,
  removeFolder: 1 << 4,
  removeFile: 1 << 5,
  makeDevice: (1 << 6) | (1 << 11),
  makeFolder: 1 << 7,
  makeFile: 1 << 8,
  makeSocket: 1 << 9,
  makePipe: 1 << 10,
  makeLink: 1 << 12,
  /** From version 2: moving files between folders. Earlier versions never allow it. */
  refer: 1 << 13,
  /** From version 3. */
  truncate: 1 << 14,
  /** From version 5: commands to devices. */
  control: 1 << 15,
}

/** The rights that each version of Landlock adds. */
const FILES_BY_VERSION = [
  // The rights of version 1.
  FILES.refer - 1,
  FILES.refer,
  FILES.truncate,
  0,
  FILES.control,
] as const
const BIND_TCP = 1 << 0
const ABSTRACT_SOCKETS = 1 << 0
const SIGNALS = 1 << 1

/** The restricted rights as bits, and the rights that rules grant for some paths. */
export type Restrictions = {
  readonly files: number
  readonly network: number
  readonly scopes: number
}

/** Everything that a version of Landlock can restrict and that functions do not need. */
export function restrictionsOf(
  version: number,
  { files }: { readonly files: boolean },
): Restrictions {
  const known = FILES_BY_VERSION.slice(0, version).reduce((all, rights) => all | rights, 0)
  return {
    files: files ? known : 0,
    network: version >= 4 ? BIND_TCP : 0,
    scopes: version >= 6 ? ABSTRACT_SOCKETS | SIGNALS : 0,
  }
}

/** The rights for a folder and everything below it, and those for one file. */
export const RIGHTS = {
  readFolder: FILES.readFile | FILES.readFolder,
  readFile: FILES.readFile,
  runFile: FILES.readFile | FILES.execute,
  useDevice: FILES.readFile | FILES.writeFile,
  /** No programs, devices or named pipes. */
  writeFolder:
    FILES.writeFile |
    FILES.readFile |
    FILES.readFolder |
    FILES.removeFolder |
    FILES.removeFile |
    FILES.makeFolder |
    FILES.makeFile |
    FILES.makeSocket |
    FILES.makeLink |
    FILES.refer |
    FILES.truncate,
}
