import type { Sandbox } from '../../../lib/sandbox/sandbox.ts'
import type { FunctionAccount } from './accounts.ts'

/** How Deno is started: the program, the account, and the kernel's restrictions. */
export type DenoStart = {
  readonly deno: string
  /** The script that restricts the process, for the sandbox. */
  readonly launcher: string
  readonly sandbox: Sandbox | undefined
  readonly account: FunctionAccount | undefined
  /** The modules that the project's functions have downloaded, and Deno's other caches. */
  readonly cache: string
  /** The folders that the process can read, and those that it can write. */
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/** The folders of one process. */
export type ProcessFolders = DenoStart & {
  readonly bootstrap: string
  /** The version's files, which the process reads. */
  readonly code: string
  readonly config: string
  /** The only folder that the process writes; short, because sockets in it have short paths. */
  readonly scratch: string
  /** The part of it for the function's own temporary files. */
  readonly temporary: string
}

/** Where Deno reads the files of a version and executes none of them. */
export type Inspection = DenoStart & {
  /** A copy of the files. */
  readonly folder: string
  /** Writes a configuration that the process can read, and returns its path. */
  configure(config: string): Promise<string>
  close(): Promise<void>
}
