import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail } from './environment.mjs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds a Chromium for the browser tests, or installs Debian's package if run as root. */
export function findChromium() {
  const named = process.env['STOA_CHROMIUM']
  if (named) return named
  const found = PLACES.find((place) => existsSync(place))
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …')
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
      spawnSync('apt-get', ['-qq', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: environment,
      })
    const installed = PLACES.find((place) => existsSync(place))
    if (installed) return installed
  }
  return fail(
    'The browser tests need a Chromium and found none.',
    'Install one ("apt-get install chromium" as root), or set STOA_CHROMIUM to its program.',
  )
}
