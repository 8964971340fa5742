import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { createOwner, useSession } from '../e2e/support/account.ts'
import { createProject, discard, startServer, type ProjectInfo } from '../e2e/support/server.ts'
import { atMost, type Finding } from './finding.ts'

/**
 * Measures the compressed JavaScript that a browser loads for the signed-out pages and for an open
 * table, without the code editor.
 */
export async function measureBundles(): Promise<readonly Finding[]> {
  const server = await startServer()
  const executablePath = process.env['STOA_CHROMIUM'] ?? '/usr/bin/chromium'
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  try {
    const session = await createOwner(server)
    const project = await createProject(server, 'Bundles')
    const tableId = await createTable(project)
    const toSignIn = await bytesOfScripts(await browser.newPage(), `${server.url}/sign-in`)
    const toForgotPassword = await bytesOfScripts(
      await browser.newPage(),
      `${server.url}/forgot-password`,
    )
    const page = await browser.newPage()
    await useSession(page, session)
    const table = await bytesOfScripts(
      page,
      `${server.url}/project/${project.ref}/editor/${tableId}`,
      () => page.getByRole('grid').waitFor(),
    )
    return [
      atMost('JavaScript to the sign-in page', toSignIn / 1000, 'KB', 100),
      atMost('JavaScript to the page for a forgotten password', toForgotPassword / 1000, 'KB', 100),
      atMost('JavaScript to an open table', table / 1000, 'KB', 248),
    ]
  } finally {
    await browser.close()
    await discard(server)
  }
}

async function createTable(project: ProjectInfo): Promise<string> {
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  await client.query('create table todo (id int primary key, title text)')
  const { rows } = await client.query<{ oid: string }>("select 'todo'::regclass::oid::text as oid")
  await client.end()
  return rows[0]?.oid ?? ''
}

async function bytesOfScripts(page: Page, url: string, until?: () => Promise<void>) {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  // The bytes of the headers are subtracted, because the budget is only for JavaScript.
  const headers = new Map<string, number>()
  let bytes = 0
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' && !response.url.includes('/monaco/'))
      headers.set(requestId, response.encodedDataLength)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const before = headers.get(requestId)
    if (before !== undefined) bytes += encodedDataLength - before
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await until?.()
  return bytes
}
