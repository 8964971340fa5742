import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import { RIGHTS } from './rights.ts'

export type FileRule = readonly [path: string, rights: number]

/**
 * Files that any program of the system reads: libraries, certificates, time zones, host names, and
 * kernel information. Contains no folder with data or secrets of a server.
 */
const READ = [
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/share',
  '/usr/local/lib',
  '/usr/local/share',
  '/nix/store',
  '/gnu/store',
  '/var/lib/ca-certificates',
  '/run/systemd/resolve',
  '/run/resolvconf',
  '/run/NetworkManager',
  '/proc',
  '/sys/devices/system/cpu',
  '/sys/fs/cgroup',
  '/dev/random',
  '/dev/urandom',
]
/** Program loaders: the kernel runs them before the program itself. */
const RUN = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1']
const USE = ['/dev/null', '/dev/zero']
/** Name lookups read this file, and systems link it to a file elsewhere. */
const RESOLV_CONF = '/etc/resolv.conf'

/** The rules for the system's files. Undefined if they would open one of the given folders. */
export async function systemRules(
  closed: readonly string[],
): Promise<readonly FileRule[] | undefined> {
  const resolvConf = await realpath(RESOLV_CONF).catch(() => RESOLV_CONF)
  const rules = await Promise.all([
    ...[...READ, resolvConf].map((each) => ruleOf(each, RIGHTS.readFolder, RIGHTS.readFile)),
    ...RUN.map((each) => ruleOf(each, 0, RIGHTS.runFile)),
    ...USE.map((each) => ruleOf(each, 0, RIGHTS.useDevice)),
  ])
  const found = rules.filter((rule) => rule !== undefined)
  const isOpen = (folder: string) =>
    found.some(([open]) => folder === open || folder.startsWith(`${open}${path.sep}`))
  return closed.some(isOpen) ? undefined : found
}

async function ruleOf(
  given: string,
  forFolder: number,
  forFile: number,
): Promise<FileRule | undefined> {
  try {
    const place = await realpath(given)
    const isFolder = (await lstat(place)).isDirectory()
    return [place, isFolder ? forFolder : forFile]
  } catch {
    return undefined
  }
}
