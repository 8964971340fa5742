import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDashboard } from './dashboard.ts'

const apiOrigin = () => 'http://localhost:8001'
const CDN = 'https://cdn.example/monaco@0.52.2/min/vs'
let dashboardDir: string
beforeAll(async () => {
  dashboardDir = await mkdtemp(path.join(os.tmpdir(), 'stoa-dashboard-'))
  await writeFile(path.join(dashboardDir, 'index.html'), '<html><head></head><body></body></html>')
})
afterAll(() => rm(dashboardDir, { recursive: true }))

/** Returns the page and the directives of its security policy that name a CDN. */
async function pageWith(editorUrl?: string) {
  const app = Fastify()
  await addDashboard(app, { dashboardDir, editorDir: '/nonexistent', editorUrl, apiOrigin })
  const { body, headers } = await app.inject({ url: '/project/abc/sql/new' })
  await app.close()
  const directives = String(headers['content-security-policy']).split('; ')
  const open = directives.filter((directive) => directive.includes('cdn.example'))
  return { body, open }
}

// SPEC: "Code editor loads from a CDN on the platform"
it('the page names the CDN of the code editor and allows its scripts, styles and fonts', async () => {
  const { body, open } = await pageWith(CDN)
  expect(body).toContain(`<head><meta name="code-editor" content="${CDN}"></head>`)
  expect(open.map((directive) => directive.split(' ')[0])).toEqual([
    'script-src',
    'style-src',
    'font-src',
  ])
  // Each directive allows the editor's folder and nothing else on the CDN.
  expect(open.every((directive) => directive.endsWith(` ${CDN}/`))).toBe(true)
})

it('the page names and allows no other origin without a CDN', async () => {
  const { body, open } = await pageWith()
  expect(body).not.toContain('code-editor')
  expect(open).toEqual([])
})
