import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { follow, watchArrivals } from '../support/dashboard-page.ts'
import { inDatabase, oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

/** Short enough for the name of a table, and harmful wherever markup is not escaped. */
const MARKUP = '<img src=attack onerror=window.attacked=1>'
const LINK = '[x](javascript:window.attacked=1) <a href="javascript:window.attacked=1">x</a>'
const TEXT = `"><script>window.attacked=1</script>${MARKUP}<svg onload=window.attacked=1>${LINK}`

const shared = sharedProject(MARKUP, {
  server: 'own',
  sql: `
    create table "${MARKUP}" (id int primary key, "${MARKUP}" text, at text default '${TEXT}');
    insert into "${MARKUP}" values (1, '${TEXT}', 'javascript:window.attacked=1');
    comment on table "${MARKUP}" is '${TEXT}';
    comment on column "${MARKUP}"."${MARKUP}" is '${TEXT}';
    create policy "${MARKUP}" on "${MARKUP}" for select using (true);
    create function "f ${MARKUP}"("${MARKUP}" text) returns text language sql return '${TEXT}';
    comment on function "f ${MARKUP}" is '${TEXT}';
    create type "t ${MARKUP}" as enum ('${MARKUP}');
    create role "${MARKUP}";
    grant select on "${MARKUP}" to "${MARKUP}";
  `,
})

const snippetId = randomUUID()

async function ask(method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${shared.server.url}/platform${path}`, {
    method,
    headers: {
      authorization: `Bearer ${shared.session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
}

/** The path of every page of the dashboard, with something hostile in the place of each parameter. */
async function pagesOf(): Promise<string[]> {
  const root = fileURLToPath(new URL('../../dashboard/src/routes', import.meta.url))
  const tableId = await oidOf(shared.project, `"${MARKUP}"`)
  const values: Record<string, string> = {
    $slug: shared.project.organization_slug,
    $ref: shared.project.ref,
    $: 'nothing',
  }
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.tsx'))
  return files
    .map((file) => file.replace(/\.tsx$/, '').split(/[/.]/))
    .filter((parts) => !parts.some((part) => ['__root', 'logout', 'dev'].includes(part)))
    .map((parts) => {
      const shown = parts.filter((part) => part !== 'index' && !part.startsWith('_'))
      const named = shown.map((part, at) => {
        if (part === '$id') return shown[at - 1] === 'sql' ? snippetId : tableId
        if (part === '$name')
          return encodeURIComponent(shown[at - 1] === 'functions' ? `f ${MARKUP}` : MARKUP)
        return values[part] ?? part
      })
      return `/${named.join('/')}`
    })
    .filter((path, at, all) => all.indexOf(path) === at)
}

/** The markup that a user's text has become on the page, if it is more than text. */
const harmOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = document.querySelectorAll(
      'img[src="attack"], [onerror], [onload], svg[onload], a[href^="javascript:" i]',
    )
    // A mail is shown in a frame without scripts, and the names in it are escaped all the same.
    const frames = [...document.querySelectorAll('iframe')].filter(
      ({ sandbox, srcdoc }) =>
        sandbox.length === 0 || sandbox.contains('allow-scripts') || srcdoc.includes('<img'),
    )
    const scripts = [...document.scripts].filter((script) => script.text.includes('attacked'))
    const ran = 'attacked' in window ? ['a script ran'] : []
    return [
      ...ran,
      ...[...found, ...frames, ...scripts].map((element) => element.outerHTML.slice(0, 200)),
    ]
  })

test('no page treats a text as markup, a script or an address', async ({ page }) => {
  const { project } = shared
  await ask('PATCH', `/organizations/${project.organization_slug}`, { name: TEXT.slice(0, 100) })
  await ask('PATCH', '/profile', { display_name: MARKUP })
  await ask('POST', `/organizations/${project.organization_slug}/invitations`, {
    email: 'attack@example.com',
    role: 'developer',
  })
  await ask('PUT', `/projects/${project.ref}/content/${snippetId}`, {
    name: MARKUP,
    sql: `select '${TEXT.replaceAll("'", "''")}'`,
    version: 0,
  })
  await ask('POST', `/projects/${project.ref}/api-keys`, {
    kind: 'secret',
    name: 'hostile',
    description: TEXT,
  })
  await inDatabase(project, (database) => database.query('analyze'))
  await useSession(page, shared.session)
  const troubles: string[] = []
  page.on('dialog', (dialog) => {
    troubles.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const paths = await pagesOf()
  expect(paths.length).toBeGreaterThan(30)
  let shownCount = 0
  const allArrived = watchArrivals(page)
  await page.goto(shared.server.url)
  for (const path of paths) {
    await follow(page, path)
    await allArrived()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    for (const harm of await harmOn(page)) troubles.push(`${path}: ${harm}`)
    const text = await page.locator('body').innerText()
    if (text.includes('onerror=window.attacked')) shownCount += 1
    expect(new URL(page.url()).origin).toBe(shared.server.url)
  }
  expect(troubles).toEqual([])
  // The texts were on the pages, because an empty page proves nothing.
  expect(shownCount).toBeGreaterThan(10)

  await test.step('nor do addresses and searches', async () => {
    const evil = encodeURIComponent(TEXT)
    for (const path of [
      `/sign-in?returnTo=javascript:window.attacked=1`,
      `/sign-in?returnTo=//evil.example.com`,
      `/join?token=${evil}&slug=${evil}`,
      `/reset-password#error=${evil}&error_description=${evil}`,
      `/project/${project.ref}/editor?schema=${evil}`,
      `/${evil}`,
    ]) {
      await page.goto(shared.server.url + path)
      await allArrived()
      expect(await harmOn(page)).toEqual([])
      expect(new URL(page.url()).origin).toBe(shared.server.url)
    }
  })
})
