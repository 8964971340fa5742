import { chromium } from '@playwright/test'
import pg from 'pg'
import { createOwner, useSession } from '../e2e/support/account.ts'
import { createProject, discard, startServer } from '../e2e/support/server.ts'
const server = await startServer()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const session = await createOwner(server)
const project = await createProject(server, 'Atelier')
const client = new pg.Client({ connectionString: project.connection_string })
await client.connect()
await client.query(`create table todo (id int primary key, title text, paid bool, day date);
 create function stamp() returns trigger language plpgsql as $$ begin new.title := upper(new.title); return new; end $$;
 create trigger stamp_it before insert on todo for each row execute function stamp();
 alter table todo enable row level security;
 create policy "Own rows" on todo for select to authenticated using (id > 0);`)
await client.end()
const shot = async (page: any, name: string) => { await page.waitForTimeout(600); await page.screenshot({ path: `/tmp/spec-tools/${name}.png` }) }
for (const [width, height] of [[1440, 900], [360, 780]] as const) {
  const page = await browser.newPage({ viewport: { width, height } })
  page.on('pageerror', (e: Error) => console.log('PAGEERROR', e.message))
  await useSession(page, session)
  const key = `stoa.preview.${session.user.id}.inline-sql-editor`
  await page.addInitScript(([k]) => { localStorage.setItem(k!, 'true') }, [key])
  const at = `${server.url}/project/${project.ref}`
  await page.goto(`${at}/database/policies`, { waitUntil: 'networkidle' })
  if (width === 1440) {
    await page.evaluate(() => localStorage.setItem('featurePreviewModal', '{"open":true,"selected":"inline-sql-editor"}'))
    await page.reload({ waitUntil: 'networkidle' }); await shot(page, `previews-${width}`)
    await page.evaluate(() => localStorage.setItem('featurePreviewModal', '{"open":false,"selected":null}'))
    await page.reload({ waitUntil: 'networkidle' })
  }
  await page.getByRole('button', { name: 'Actions for Own rows' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.waitForURL(/inlineSql/); await page.waitForTimeout(2500)
  await shot(page, `policy-${width}`)
  if (width === 1440) {
  await page.goto(`${at}/database/triggers`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Actions for stamp_it' }).click()
  await page.getByRole('menuitem', { name: 'Edit as SQL' }).click()
  await page.waitForURL(/inlineSql=trigger/); await page.waitForTimeout(2500)
  await shot(page, `trigger-${width}`)
  await page.getByRole('button', { name: /^Run/ }).first().click(); await page.waitForTimeout(2000)
  await shot(page, `trigger-run-${width}`)
  await page.goto(`${at}/database/functions`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Actions for stamp' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.waitForURL(/inlineSql=function/); await page.waitForTimeout(1500)
  await shot(page, `function-${width}`)
  }
  await page.goto(`${at}/editor/import`, { waitUntil: 'networkidle' })
  await page.locator('input[type=file]').setInputFiles({ name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from('day,price,paid,note\n31/12/2026,"1.234,5",ja,x\n01/02/2027,"7,25",nein,n/a\n') })
  await page.getByRole('button', { name: 'Format of paid' }).waitFor()
  await page.getByRole('combobox', { name: 'Type of paid' }).click()
  await page.getByRole('option', { name: 'boolean', exact: true }).click()
  await page.getByRole('button', { name: 'Format of paid' }).click()
  await page.getByLabel('Word for true').fill('ja')
  await shot(page, `import-${width}`)
  await page.getByLabel('Word for false').fill('nein')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Type of price' }).click()
  await page.getByRole('option', { name: 'numeric', exact: true }).click()
  await page.getByRole('button', { name: 'Format of price' }).click()
  await page.getByRole('combobox', { name: 'Decimal sign' }).click()
  await page.getByRole('option', { name: /^Comma/ }).click()
  await page.keyboard.press('Escape')
  await shot(page, `import2-${width}`)
  if (width === 1440) {
    await page.getByRole('button', { name: /^(Start import|Import)/ }).last().click()
    await page.waitForTimeout(3000); await shot(page, `import3-${width}`)
  }
  await page.goto(`${server.url}/account/me`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await page.waitForTimeout(800); await shot(page, `account-${width}`)
  await page.goto(`${at}/settings/postgres`, { waitUntil: 'networkidle' }); await shot(page, `pgsettings-${width}`)
  await page.close()
}
await browser.close(); await discard(server)
