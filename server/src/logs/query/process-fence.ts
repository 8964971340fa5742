import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export type ProcessCommand = {
  readonly file: string
  readonly args: readonly string[]
}

/** Builds the command that starts a query process with as few rights as the system allows. */
export type ProcessFence = {
  readonly withoutNetwork: boolean
  wrap(program: string, args: readonly string[]): ProcessCommand
}

const execute = promisify(execFile)
const PROBE_MS = 10_000

/** It needs no other capability than those with which it changes its account. */
const RIGHTS = [
  'setpriv',
  '--no-new-privs',
  '--inh-caps=-all',
  '--bounding-set=-all,+setuid,+setgid,+dac_read_search',
]

/**
 * Finds out what the system allows, by trying it: a root server ends the process's network, rights
 * and files; another one ends its network where users can create namespaces.
 */
export async function findProcessFence({
  isRoot = process.getuid?.() === 0,
  writes = false,
}: { readonly isRoot?: boolean; readonly writes?: boolean } = {}): Promise<ProcessFence> {
  // A process that only reads writes no file at all, not even a core dump.
  const limits = ['prlimit', '--core=0:0', ...(writes ? [] : ['--fsize=0:0'])]
  const candidates = isRoot
    ? [
        ['unshare', '--net', ...limits, ...RIGHTS],
        [...limits, ...RIGHTS],
      ]
    : [
        ['unshare', '--user', '--net', ...limits, 'setpriv', '--no-new-privs'],
        [...limits, 'setpriv', '--no-new-privs'],
      ]
  for (const prefix of candidates) {
    const [file = '', ...args] = prefix
    const isPossible = await execute(file, [...args, 'true'], { timeout: PROBE_MS }).then(
      () => true,
      () => false,
    )
    if (isPossible) return fenceOf(prefix)
  }
  return fenceOf([])
}

const fenceOf = (prefix: readonly string[]): ProcessFence => ({
  withoutNetwork: prefix[0] === 'unshare',
  wrap(program, args) {
    const [file = program, ...rest] = [...prefix, program, ...args]
    return { file, args: rest }
  },
})
