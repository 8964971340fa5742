import { chromium, type Page } from '@playwright/test'
import { createOwner, useSession } from '../e2e/support/account.ts'
import { createProject, discard, startServer } from '../e2e/support/server.ts'
import { atMost, told, type Finding } from './finding.ts'

/** A page of a menu, and the selector of an element that exists once the page is painted. */
type Stop = { readonly name: string; readonly at: string; readonly painted: string }

const ROUNDS = 7

/**
 * Measures the milliseconds from a click in the menu to the paint of the page. Each page was open
 * before, so its code and data are cached.
 */
export async function measureRouteChanges(): Promise<readonly Finding[]> {
  const server = await startServer()
  const executablePath = process.env['STOA_CHROMIUM'] ?? '/usr/bin/chromium'
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  try {
    const session = await createOwner(server)
    const { ref, organization_slug } = await createProject(server, 'Routes')
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await useSession(page, session)
    const times = new Map<string, number>()
    for (const stops of [projectPages(`/project/${ref}`), organizationPages(organization_slug)]) {
      await page.goto(server.url + (stops[0]?.at ?? ''))
      for (const [name, milliseconds] of await walk(page, stops)) times.set(name, milliseconds)
    }
    const [slowest, ...others] = [...times].toSorted(([, a], [, b]) => b - a)
    if (!slowest) return []
    return [
      atMost(`Slowest route change from the cache (${slowest[0]})`, slowest[1], 'ms', 100),
      ...others.map(([name, milliseconds]) => told(`Route change to ${name}`, milliseconds, 'ms')),
    ]
  } finally {
    await browser.close()
    await discard(server)
  }
}

const projectPages = (base: string): readonly Stop[] => [
  { name: 'the project', at: base, painted: 'main h1' },
  { name: 'the table editor', at: `${base}/editor`, painted: 'main nav[aria-label="Tables"]' },
  { name: 'the SQL editor', at: `${base}/sql`, painted: 'main .monaco-editor .view-lines' },
  { name: 'the mailbox', at: `${base}/mailbox`, painted: 'main h1' },
  { name: 'its settings', at: `${base}/settings`, painted: 'main h1' },
]

const organizationPages = (slug: string): readonly Stop[] => [
  { name: 'the organization', at: `/org/${slug}`, painted: 'main h1' },
  { name: 'the team', at: `/org/${slug}/team`, painted: 'main h1' },
  { name: 'billing', at: `/org/${slug}/billing`, painted: 'main h1' },
  { name: 'its own settings', at: `/org/${slug}/settings`, painted: 'main h1' },
]

/** Returns the median for each page. The first round loads code and data and doesn't count. */
async function walk(page: Page, stops: readonly Stop[]): Promise<[string, number][]> {
  const samples = new Map<string, number[]>(stops.map(({ name }) => [name, []]))
  for (const stop of stops) await page.locator(linkTo(stop)).waitFor()
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const stop of [...stops.slice(1), ...stops.slice(0, 1)]) {
      const milliseconds = await clickToPaint(page, stop)
      if (round > 0) samples.get(stop.name)?.push(milliseconds)
      // Waiting keeps the page's background requests out of the next measurement.
      await page.waitForLoadState('networkidle')
    }
  return [...samples].map(([name, times]) => [name, median(times)])
}

const linkTo = ({ at }: Stop) => `nav[aria-label="Pages"] a[href="${at}"]`

/** Measures inside the page, so that the round trip to the browser doesn't count. */
function clickToPaint(page: Page, stop: Stop): Promise<number> {
  return page.evaluate(
    ({ link, painted }) =>
      new Promise<number>((resolve) => {
        const anchor = document.querySelector<HTMLElement>(link)
        const shown = document.querySelector('main')?.textContent
        const isThere = () =>
          anchor?.getAttribute('aria-current') === 'page' &&
          document.querySelector(painted) !== null &&
          document.querySelector('main')?.textContent !== shown
        const afterPaint = () => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now() - start))
          port1.start()
          port2.postMessage(undefined)
        }
        const look = () => {
          if (isThere()) return requestAnimationFrame(afterPaint)
          return requestAnimationFrame(look)
        }
        const start = performance.now()
        anchor?.click()
        look()
      }),
    { link: linkTo(stop), painted: stop.painted },
  )
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
