import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic, { type SendOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { refuseUnknownRoutes, routeNotFound } from './api-paths.ts'

type DashboardOptions = {
  readonly dashboardDir: string
  readonly editorDir: string
  /** The code editor's `vs` folder at a CDN; if undefined, it is served from `editorDir`. */
  readonly editorUrl?: string | undefined
  /** The origin of project APIs, which pages call. */
  readonly apiOrigin: () => string
}

/** The placeholder for a nonce that the build writes into the page (`cspNonce` in its settings). */
const NONCE = 'PAGE-NONCE'

/** Serves the dashboard's files, and its one page at every URL that does not belong to an API. */
export async function addDashboard(app: FastifyInstance, options: DashboardOptions): Promise<void> {
  const index = path.join(options.dashboardDir, 'index.html')
  const { editorUrl } = options
  const built = existsSync(index) ? await readFile(index, 'utf8') : undefined
  const html = editorUrl === undefined ? built : built?.replace('</head>', editorMeta(editorUrl))

  await app.register(fastifyStatic, {
    root: options.dashboardDir,
    serve: false,
    preCompressed: true,
  })
  // The build puts a content hash into each file name.
  if (html !== undefined)
    serveFolder(app, '/assets/', path.join(options.dashboardDir, 'assets'), {
      maxAge: '365d',
      immutable: true,
    })
  serveFolder(app, '/monaco/', options.editorDir, { maxAge: '1d' })

  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64url')
    const policy = securityPolicy(nonce, editorUrl, options.apiOrigin())
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('x-frame-options', 'DENY')
      .header('referrer-policy', 'same-origin')
      .send(html?.replaceAll(NONCE, nonce))
  }

  refuseUnknownRoutes(app, routeNotFound)
  app.setNotFoundHandler((_request, reply) => {
    if (html !== undefined) return sendPage(reply)
    throw new AppError('dashboard_missing', 'The dashboard is not built.', {
      status: 503,
      hint: 'Stop the server and run "npm start", which builds it.',
    })
  })
}

/**
 * Serves the files that a folder contains at its first request. The names are read once, because the
 * plugin's own route would read the whole folder for each of the many files of a page, and not at
 * start, which would take a tenth of a second longer. A missing folder counts as empty.
 */
function serveFolder(
  app: FastifyInstance,
  prefix: string,
  root: string,
  caching: Pick<SendOptions, 'maxAge' | 'immutable'>,
): void {
  if (!existsSync(root)) return
  let names: ReadonlySet<string> | undefined
  app.get<{ Params: { '*': string } }>(`${prefix}*`, (request, reply) => {
    const name = request.params['*']
    names ??= namesIn(root)
    if (names.has(name)) return reply.sendFile(name, root, caching)
    throw new AppError('asset_not_found', 'The dashboard has no such file.', {
      status: 404,
      hint: 'Reload the page: the dashboard may have been updated.',
    })
  })
}

/** The paths of the files in a folder and its subfolders. */
function namesIn(root: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    // Shorter than `path.relative`, which takes longer than reading the names.
    const folder = entry.parentPath.slice(root.length).replaceAll(path.sep, '/').replace(/^\//, '')
    names.add(folder === '' ? entry.name : `${folder}/${entry.name}`)
  }
  return names
}

/** Tells the page the code editor's address. `readConfig` excludes special HTML characters. */
const editorMeta = (url: string) => `<meta name="code-editor" content="${url}"></head>`

/**
 * Allows the page's own scripts and what they load by nonce, not by address, because a project
 * could serve a script at an address of this origin. Browsers that support `strict-dynamic` ignore
 * the addresses after it.
 */
function securityPolicy(nonce: string, editorUrl: string | undefined, apiOrigin: string): string {
  const editor = editorUrl === undefined ? '' : ` ${editorUrl}/`
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic' blob:${editor}`,
    // The code editor starts its worker from a blob.
    "worker-src 'self' blob:",
    `style-src 'self' 'unsafe-inline'${editor}`,
    // The preview of stored files displays images and plays media of projects.
    `img-src 'self' data: blob: ${apiOrigin}`,
    `media-src 'self' ${apiOrigin}`,
    `font-src 'self' data:${editor}`,
    // WebSockets use a different scheme.
    `connect-src 'self' ${apiOrigin} ${apiOrigin.replace(/^http/, 'ws')}`,
    "frame-ancestors 'none'",
    // Shows stored PDFs, which the page has downloaded, in the browser's viewer.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}
