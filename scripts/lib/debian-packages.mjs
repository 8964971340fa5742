import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether packages of Debian and its descendants can be installed here. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs the first of the packages after which `find` finds something, and returns that. */
export function installFirst(names, find) {
  apt('update')
  for (const name of names) {
    apt('install', '-y', '--no-install-recommends', name)
    const found = find()
    if (found) return found
  }
  return undefined
}

function apt(...args) {
  spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
