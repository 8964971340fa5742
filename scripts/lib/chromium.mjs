import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail } from './environment.mjs'

// Chromium without windows first: a browser with windows, even if they are not shown, draws their
// toolbars too, which takes four times the processor time for each page that a test opens.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Debian's packages; other distributions have the second one only. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** Finds a Chromium for the browser tests, or installs one of the packages if run as root. */
export function findChromium() {
  const named = process.env['STOA_CHROMIUM']
  if (named) return named
  const found = PLACES.find((place) => existsSync(place))
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …')
    apt('update')
    for (const name of PACKAGES) {
      apt('install', '-y', '--no-install-recommends', name)
      const installed = PLACES.find((place) => existsSync(place))
      if (installed) return installed
    }
  }
  return fail(
    'The browser tests need a Chromium and found none.',
    'Install one ("apt-get install chromium" as root), or set STOA_CHROMIUM to its program.',
  )
}

function apt(...args) {
  spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
