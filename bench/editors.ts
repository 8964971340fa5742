import { chromium, type CDPSession, type Page } from '@playwright/test'
import { createOwner, useSession } from '../e2e/support/account.ts'
import { createProject, discard, startServer, type ProjectInfo } from '../e2e/support/server.ts'
import { atMost, type Finding } from './finding.ts'
import { median } from './load.ts'
import { manyTables, TABLES } from './many-tables.ts'
import { runSql } from './rest-setup.ts'

const ROWS = 1_000_000
const COLUMNS = 200
const ROUNDS = 7
/** Steps of a turned wheel, each about two windows of rows. */
const STEPS = 120
const STEP_PX = 1200

/** Measures the table editor with a large table, and beside thousands of tables. */
export async function measureEditors(): Promise<readonly Finding[]> {
  const server = await startServer()
  const executablePath = process.env['STOA_CHROMIUM'] ?? '/usr/bin/chromium'
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  try {
    const session = await createOwner(server)
    const project = await createProject(server, 'Editors')
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await useSession(page, session)
    await page.addInitScript(watchTasks)
    const editor = `${server.url}/project/${project.ref}/editor`
    return [
      ...(await measureLargeTable(page, project, editor)),
      ...(await measureManyTables(page, project, editor)),
    ]
  } finally {
    await browser.close()
    await discard(server)
  }
}

async function measureLargeTable(page: Page, project: ProjectInfo, editor: string) {
  await runSql(project, largeTable('large_a'), 'create table large_b as table large_a', 'analyze')
  await page.goto(editor)
  const opened: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    // A table of another name opens each time; in the first round, the grid's code loads.
    const took = await clickToCells(page, round % 2 === 0 ? 'large_a' : 'large_b')
    if (round > 0) opened.push(took)
    await page.waitForLoadState('networkidle')
  }
  const devtools = await page.context().newCDPSession(page)
  await scroll(page, STEPS / 4)
  const before = await heapOf(devtools)
  await page.evaluate(() => void (globalThis as Watched).takeLongest?.())
  await scroll(page, STEPS)
  const longest = await page.evaluate(() => (globalThis as Watched).takeLongest?.() ?? 0)
  const grown = (await heapOf(devtools)) - before
  return [
    atMost('opening a table of 1,000,000 rows and 200 columns', median(opened), 'ms', 300),
    atMost('the longest task while it scrolls', longest, 'ms', 50),
    atMost('memory that scrolling it further takes', grown / 1e6, 'MB', 20),
  ]
}

async function measureManyTables(page: Page, project: ProjectInfo, editor: string) {
  await runSql(project, 'create table plain (id int primary key)', ...manyTables())
  const listed: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await page.goto(editor)
    await page.getByRole('navigation', { name: 'Tables' }).getByText('large_a').waitFor()
    listed.push(await page.evaluate(() => (globalThis as Watched).takeLongest?.() ?? 0))
  }
  const search = page.getByLabel('Search tables')
  await search.pressSequentially(`t${TABLES - 1}`, { delay: 50 })
  await page
    .getByRole('navigation', { name: 'Tables' })
    .getByText(`t${TABLES - 1}`)
    .waitFor()
  const searching = await page.evaluate(() => (globalThis as Watched).takeLongest?.() ?? 0)
  return [
    atMost('the longest task while 5,000 tables are listed', median(listed), 'ms', 100),
    atMost('the longest task while they are searched', searching, 'ms', 50),
  ]
}

function largeTable(name: string): string {
  const numbers = Array.from({ length: COLUMNS - 2 }, (_, index) => `c${index}`)
  return `
    create table ${name} (id int primary key, label text, ${numbers.map((column) => `${column} smallint`).join(', ')});
    insert into ${name} select n, 'row ' || n, ${numbers.map((_, index) => `n % ${index + 2}`).join(', ')}
      from generate_series(1, ${ROWS}) as n`
}

/** Milliseconds from the click on a table in the list to the paint of its first cells. */
function clickToCells(page: Page, table: string): Promise<number> {
  const item = page.locator('nav[aria-label="Tables"] li', { hasText: table }).locator('a, button')
  return item.first().evaluate(
    (control: HTMLElement, name) =>
      new Promise<number>((resolve) => {
        const isThere = () =>
          document.querySelector(`[role=grid][aria-label*="${name}"] [role=gridcell]`) !== null
        const look = () => {
          if (!isThere()) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now() - begun))
          port1.start()
          return port2.postMessage(undefined)
        }
        const begun = performance.now()
        control.click()
        requestAnimationFrame(look)
      }),
    table,
  )
}

async function scroll(page: Page, steps: number): Promise<void> {
  await page.getByRole('grid').hover()
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(step % 10 === 9 ? STEP_PX : 0, STEP_PX)
    await page.waitForTimeout(30)
  }
  await page.waitForLoadState('networkidle')
}

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize
}

type Watched = typeof globalThis & { takeLongest?: () => number }

/** Runs in the page: remembers the longest task since it was last asked for. */
function watchTasks(): void {
  let longest = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ type: 'longtask', buffered: true })
  ;(globalThis as Watched).takeLongest = () => {
    for (const { duration } of observer.takeRecords()) longest = Math.max(longest, duration)
    const taken = longest
    longest = 0
    return taken
  }
}
