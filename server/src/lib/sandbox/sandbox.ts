import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'
import { restrictionsOf, RIGHTS, type Restrictions } from './rights.ts'
import { systemRules, type FileRule } from './system-files.ts'

/**
 * Starts programs under the kernel's Landlock, which restricts them and all their child processes:
 * no abstract Unix sockets or signals to processes outside, no TCP ports of their own, and no files
 * but the listed ones. Needs no privileges. See `docs/decisions/0029-fences-of-the-kernel.md`.
 */
export type Sandbox = {
  readonly restrictsFiles: boolean
  readonly restrictsAbstractSockets: boolean
  /** The command that restricts its own process and then becomes the program. */
  wrap(command: SandboxedCommand): StartCommand
}

/** The program to run in the sandbox. */
export type StartCommand = {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export type SandboxedCommand = {
  /** A copy of `LAUNCHER` and the Deno that runs it, both readable for the account. */
  readonly launcher: string
  readonly deno: string
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Folders that the program can read, including their content. */
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/**
 * The command that runs a program in a sandbox, or the command unchanged if the kernel has no
 * Landlock.
 */
export function commandOf(sandbox: Sandbox | undefined, command: SandboxedCommand): StartCommand {
  if (sandbox) return sandbox.wrap(command)
  const { program, args, env } = command
  return { file: program, args, env }
}

/** The script that Deno runs to restrict its process. */
export const LAUNCHER = fileURLToPath(new URL('./launch.js', import.meta.url))

/** Starts Deno without anything that a project or an account could have configured. */
const LAUNCH = [
  'run',
  '--quiet',
  '--no-prompt',
  '--no-config',
  '--no-lock',
  '--no-remote',
  '--no-npm',
  '--no-code-cache',
  '--allow-ffi',
]
/** Leaves no cache or other files of this start. */
const LAUNCH_ENVIRONMENT = {
  DENO_DIR: '/dev/null/launch',
  DENO_NO_UPDATE_CHECK: '1',
  DENO_NO_PACKAGE_JSON: '1',
  NO_COLOR: '1',
} as const

const PROBE_MS = 10_000
const execute = promisify(execFile)

/**
 * Finds out what the kernel can restrict, by trying it. Undefined if it can restrict nothing.
 *
 * @param closed folders that no restricted program may read
 */
export async function openSandbox(
  deno: string,
  { closed, log }: { readonly closed: readonly string[]; readonly log: Log },
): Promise<Sandbox | undefined> {
  if (process.platform !== 'linux') return undefined
  const run = async ({ file, args, env }: StartCommand) =>
    (await execute(file, [...args], { cwd: '/', env, timeout: PROBE_MS })).stdout
  const asked = { file: deno, args: [...LAUNCH, LAUNCHER], env: LAUNCH_ENVIRONMENT }
  const version = Number(await run(asked).catch(() => 0))
  if (!(version > 0)) return undefined
  const rules = await systemRules(closed)
  const candidates = [
    // Version 1 cannot allow files to be moved between folders, which Deno does.
    ...(rules && version >= 2 ? [createSandbox(version, rules)] : []),
    createSandbox(version, undefined),
  ]
  for (const sandbox of candidates) {
    const command = sandbox.wrap({
      launcher: LAUNCHER,
      deno,
      program: deno,
      args: ['--version'],
      env: {},
      reads: [],
      writes: [],
    })
    try {
      await run(command)
      return sandbox
    } catch (error) {
      log.info({ err: error }, 'Landlock cannot be used for functions.')
    }
  }
  return undefined
}

function createSandbox(version: number, system: readonly FileRule[] | undefined): Sandbox {
  const restrictions = restrictionsOf(version, { files: system !== undefined })
  return {
    // Before version 3, a program could still truncate files outside.
    restrictsFiles: restrictions.files > 0 && version >= 3,
    restrictsAbstractSockets: restrictions.scopes > 0,
    wrap({ launcher, deno, program, args, env, reads, writes }) {
      const own: readonly FileRule[] = [
        ...reads.map((folder) => [folder, RIGHTS.readFolder] as const),
        ...writes.map((folder) => [folder, RIGHTS.writeFolder] as const),
        [program, RIGHTS.runFile],
      ]
      const rules = system && [...system, ...own]
      const command = { ...restrictions, rules: maskedBy(restrictions, rules), program, args, env }
      const launched = [...LAUNCH, launcher, JSON.stringify(command)]
      return { file: deno, args: launched, env: LAUNCH_ENVIRONMENT }
    },
  }
}

/** A rule must not name rights that the ruleset does not restrict. */
const maskedBy = ({ files }: Restrictions, rules: readonly FileRule[] = []): readonly FileRule[] =>
  rules.map(([path, rights]) => [path, rights & files] as const).filter(([, rights]) => rights > 0)
