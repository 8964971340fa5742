import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { createOwner, useSession, type DashboardSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { createProject, discard, startServer, type StartedServer } from '../support/server.ts'

const EDITOR = fileURLToPath(new URL('../../node_modules/monaco-editor/min/vs', import.meta.url))
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' } as const

let cdn: Server
let served: string[]
let server: StartedServer
let session: DashboardSession
let ref: string

/** Serves the editor's own files from an origin other than the dashboard's, as a CDN does. */
function startCdn(): Server {
  return createServer((request, response) => {
    const file = (request.url ?? '').replace(/^\/vs|\?.*$/g, '')
    served.push(file)
    const type = new Map(Object.entries(TYPES)).get(path.extname(file))
    readFile(path.join(EDITOR, file)).then(
      (content) =>
        response
          .writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' })
          .end(content),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
}

test.beforeAll(async () => {
  served = []
  cdn = startCdn()
  await once(cdn, 'listening')
  const { port } = cdn.address() as AddressInfo
  server = await startServer({ env: { STOA_EDITOR_CDN_URL: `http://127.0.0.1:${port}/vs` } })
  session = await createOwner(server)
  ref = (await createProject(server, 'Library')).ref
})
test.afterAll(async () => {
  await discard(server)
  cdn.close()
})

// SPEC: "Code editor loads from a CDN on the platform,"
test('the code editor loads from the configured CDN, including its worker and font, and runs SQL', async ({
  page,
}) => {
  await useSession(page, session)
  const errors = pageErrors(page)
  const log: string[] = []
  page.on('console', (message) => message.type() === 'error' && log.push(message.text()))
  const own: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${server.url}/monaco/`)) own.push(request.url())
  })
  await page.goto(`${server.url}/project/${ref}/sql/new`)
  const editor = page.locator('.monaco-editor').first()
  await expect(editor).toBeVisible()
  await editor.click()
  await expect(editor).toHaveClass(/\bfocused\b/)
  await page.keyboard.insertText('select 40 + 2 as answer')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
  // The completion list shows icons, which come from the font.
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(';\nsel')
  await page.keyboard.press('Control+Space')
  await expect(page.locator('.suggest-widget.visible')).toBeVisible()
  for (const file of [
    '/loader.js',
    '/editor/editor.main.js',
    '/editor/editor.main.css',
    '/base/worker/workerMain.js',
    '/base/browser/ui/codicons/codicon/codicon.ttf',
  ])
    await expect.poll(() => served, file).toContain(file)
  expect(own).toEqual([])
  expect(log).toEqual([])
  expect(errors).toEqual([])
})
