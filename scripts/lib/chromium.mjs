import { existsSync } from 'node:fs'
import { canInstall, installFirst } from './debian-packages.mjs'
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
  const find = () => PLACES.find((place) => existsSync(place))
  const found = find()
  if (found) return found
  if (canInstall()) {
    console.log('Installing Chromium for the browser tests …')
    const installed = installFirst(PACKAGES, find)
    if (installed) return installed
  }
  return fail(
    'The browser tests need a Chromium and found none.',
    'Install one ("apt-get install chromium" as root), or set STOA_CHROMIUM to its program.',
  )
}
