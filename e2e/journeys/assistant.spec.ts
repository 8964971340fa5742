import { expect } from '@playwright/test'
import { startModelServer, type ModelServer } from '../../server/test/assistant/model-server.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { follow, pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Library', {
  env: { STOA_ALLOW_PRIVATE_ADDRESSES: 'on' },
  sql: `
    create table public.books (id int primary key, title text not null);
    insert into public.books values (1, 'A secret title');`,
})

let models: ModelServer
test.beforeAll(async () => {
  models = await startModelServer()
})
test.afterAll(() => models.stop())

/** The version and key of the chats' database, the projects with chats, and whether one has a result. */
const KEPT = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('ai-assistant-db')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const database = opening.result
    const [name] = database.objectStoreNames
    const store = database.transaction(name).objectStore(name)
    const reading = store.getAll()
    reading.onsuccess = () => {
      resolve({
        version: database.version,
        keyPath: store.keyPath,
        keys: reading.result.map(({ projectRef }) => projectRef),
        hasResult: JSON.stringify(reading.result).includes('"command":"ALTER TABLE"'),
      })
      database.close()
    }
  }
})`

// SPEC: "Opened or closed by the query parameter aiAssistantPanelOpen with value true or false."
// SPEC: "AI assistant panel: open, close, toggle."
// SPEC: "Assistant chat storage is in the browser's IndexedDB, not a network call."
// SPEC: "IndexedDB database ai-assistant-db, version 1, object store keyed by projectRef."
// SPEC: "use an in-dashboard AI assistant with per-project chat history."
test('the assistant gets a model, reads the schema, and changes it once the person agrees', async ({
  page,
}) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  const panel = page.getByRole('dialog', { name: 'Assistant' })
  const message = panel.getByLabel('Message')

  await test.step('says how to set up a model', async () => {
    await page.goto(`${shared.home}?aiAssistantPanelOpen=true`)
    await expect(panel.getByText('The assistant needs a model.')).toBeVisible()
    await panel.getByRole('link', { name: 'Set up a model' }).click()
    await page.getByLabel('Provider').click()
    await page.getByRole('option', { name: 'OpenAI-compatible server' }).click()
    await page.getByRole('textbox', { name: 'Model' }).fill('small')
    await page.getByLabel('Address').fill(models.url)
    await page.getByLabel('API key').fill('sk-test')
    await page.getByRole('button', { name: 'Test' }).click()
    await expect(page.getByText('The model replied: “OK”')).toBeVisible()
    await page.getByRole('radio', { name: /^Schema Also/ }).check()
    await expectAccessible(page, 'settings of the assistant')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('API key')).toHaveAttribute('placeholder', /^Saved/)
  })

  await test.step('opens and closes by key and by the address', async () => {
    await follow(page, `${new URL(shared.home).pathname}?aiAssistantPanelOpen=false`)
    await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible()
    await expect(panel).toBeHidden()
    await page.keyboard.press('ControlOrMeta+i')
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(/aiAssistantPanelOpen=true/)
    await page.keyboard.press('ControlOrMeta+i')
    await expect(panel).toBeHidden()
    await page.keyboard.press('ControlOrMeta+i')
  })

  await test.step('reads definitions, and shows SQL that only the person can run', async () => {
    const sql = 'alter table public.books add column year int'
    models.script(
      {
        words: ['I look at the table.'],
        calls: [{ name: 'describe_tables', input: { tables: ['books'] } }],
      },
      {
        words: ['Here it is.'],
        calls: [{ name: 'propose_sql', input: { title: 'Add a year', sql } }],
      },
    )
    await message.fill('Add the year to books')
    await message.press('Enter')
    await expect(panel.getByText('Reading table definitions')).toBeVisible()
    const proposal = panel.getByRole('region', { name: 'Add a year' })
    await expect(proposal).toContainText(sql)
    await expectAccessible(page, 'assistant')
    const told = JSON.stringify(models.requests.at(-1)?.body)
    expect(told).toContain('title text not null')
    expect(told).not.toContain('A secret title')
    await proposal.getByRole('button', { name: 'Run', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Run “Add a year”?' })
    await expect(question).toContainText(sql)
    await question.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(proposal.getByText('ALTER TABLE succeeded.')).toBeVisible()
    const { rows } = await inDatabase(shared.project, (database) =>
      database.query('select statements from supabase_migrations.schema_migrations'),
    )
    expect(JSON.stringify(rows)).toContain(sql)
  })

  await test.step('keeps the chat of the project in the browser', async () => {
    await expect
      .poll(() => page.evaluate(KEPT))
      .toEqual({
        version: 1,
        keyPath: 'projectRef',
        keys: [shared.project.ref],
        hasResult: true,
      })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.reload()
    await expect(panel.getByText('ALTER TABLE succeeded.')).toBeVisible()
    await expectAccessible(page, 'assistant on a phone')
  })
  expect(errors).toEqual([])
})
