import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { violations } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Gallery')

/** A picture of 3 by 2 points. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGPgquiBIAY4CwA8UAZVn04SvQAAAABJRU5ErkJggg==',
  'base64',
)

/** One empty page. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj
trailer<</Root 1 0 R>>
`

/** Slow enough that an upload can be paused or canceled in the middle, on a busy machine too. */
const SLOW_UPLOAD = 400 * 1024
const LARGE = Buffer.alloc(12 * 1024 * 1024, 'stone ')

const storage = (key: 'anon_key' | 'secret_key') =>
  createClient(shared.project.api_url, shared.project[key]).storage

const files = (page: Page) => page.getByRole('grid')
const row = (page: Page, name: string) => files(page).getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')

/** Drops a text file on the list, as from another program. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const dropped = await page.evaluateHandle(
    ([fileName = '', content = '']) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName, { type: 'text/plain' }))
      return transfer
    },
    [name, text],
  )
  const list = page.getByRole('grid').or(page.getByText('No files yet'))
  for (const type of ['dragenter', 'dragover', 'drop'])
    await list.dispatchEvent(type, { dataTransfer: dropped })
}

test('files are uploaded, previewed, renamed, shared and deleted in a new bucket', async ({
  page,
}) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/storage`)

  await test.step('create a bucket', async () => {
    await page.getByRole('button', { name: 'New bucket' }).first().click()
    await dialog(page).getByLabel('Name', { exact: true }).fill('pictures')
    await dialog(page).getByRole('button', { name: 'Create bucket' }).click()
    await expect(page.getByRole('heading', { name: 'pictures', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/storage\/buckets\/pictures$/)
  })

  await test.step('upload by the picker and by drop', async () => {
    await expect(page.getByText('No files yet')).toBeVisible()
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'stone.png', mimeType: 'image/png', buffer: PICTURE })
    await expect(row(page, 'stone.png')).toBeVisible()
    await dropFile(page, 'notes.txt', 'first')
    await expect(row(page, 'notes.txt')).toBeVisible()
  })

  await test.step('keep both files when a name is taken', async () => {
    await dropFile(page, 'notes.txt', 'second')
    await page.getByRole('button', { name: 'Keep both notes.txt' }).click()
    await expect(row(page, 'notes (1).txt')).toBeVisible()
  })

  await test.step('preview an image and a text from the port of the APIs', async () => {
    await row(page, 'stone.png').click()
    const picture = page.getByRole('img', { name: 'stone.png' })
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(3)
    await row(page, 'notes.txt').click()
    await expect(page.getByLabel('Content of notes.txt')).toHaveText('first')
  })

  await test.step('preview a PDF in the viewer of the browser, or open it elsewhere', async () => {
    await storage('secret_key')
      .from('pictures')
      .upload('report.pdf', PDF, { contentType: 'application/pdf' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await row(page, 'report.pdf').click()
    await expect(page.getByRole('link', { name: 'Open PDF in a new tab' })).toBeVisible()
    const viewer = page.getByTitle('report.pdf', { exact: true }).and(page.locator('iframe'))
    // A Chromium without windows has no viewer, as phones don't.
    if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
      await expect(viewer).toBeVisible()
      // The policy of the page would replace a frame that it does not allow.
      await expect
        .poll(() => page.frames().some((frame) => frame.url().startsWith('blob:')))
        .toBe(true)
    } else await expect(viewer).toHaveCount(0)
    await storage('secret_key').from('pictures').remove(['report.pdf'])
    await page.getByRole('button', { name: 'Close preview' }).click()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row(page, 'report.pdf')).toHaveCount(0)
  })

  await test.step('rename', async () => {
    await page.getByRole('button', { name: 'Actions for stone.png' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog(page).getByLabel('Name').fill('pebble.png')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expect(row(page, 'pebble.png')).toBeVisible()
    await expect(row(page, 'stone.png')).toHaveCount(0)
  })

  await test.step('open a signed link', async () => {
    await page.getByRole('button', { name: 'Actions for pebble.png' }).click()
    await page.getByRole('menuitem', { name: 'Create signed link' }).click()
    await dialog(page).getByRole('button', { name: 'Create link' }).click()
    const link = await dialog(page).getByText('/object/sign/').textContent()
    const response = await page.request.get(link ?? '')
    expect(response.headers()['content-type']).toBe('image/png')
    expect((await response.body()).equals(PICTURE)).toBe(true)
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('select with the keyboard and delete', async () => {
    await files(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.keyboard.press('Delete')
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, 'notes')).toHaveCount(0)
    await expect(row(page, 'pebble.png')).toBeVisible()
  })
  expect(errors).toEqual([])
})

test('a folder that is dropped is uploaded with the folders in it', async ({ page }) => {
  const errors = pageErrors(page)
  await storage('secret_key').createBucket('dropped')
  const parent = await mkdtemp(path.join(os.tmpdir(), 'stoa-drop-'))
  const folder = path.join(parent, 'trip')
  await mkdir(path.join(folder, 'day 1', 'night'), { recursive: true })
  await mkdir(path.join(folder, 'empty'))
  const texts = { 'plan.txt': 'plan', 'day 1/a.txt': 'one', 'day 1/night/ü.txt': 'two' }
  for (const [name, text] of Object.entries(texts)) await writeFile(path.join(folder, name), text)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/storage/buckets/dropped`)
  const target = await page.getByText('No files yet').boundingBox()
  const browser = await page.context().newCDPSession(page)
  // Dropped as by the operating system, because only then does the browser give the page the
  // folder's entries.
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: (target?.x ?? 0) + 5,
      y: (target?.y ?? 0) + 5,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    })
  await expect(row(page, 'trip')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText(/^Done/)).toHaveCount(3)
  const { data } = await storage('secret_key').from('dropped').listV2({})
  expect(data?.objects.map(({ name }) => name)).toEqual([
    'trip/day 1/a.txt',
    'trip/day 1/night/ü.txt',
    'trip/plan.txt',
  ])
  for (const [name, text] of Object.entries(texts)) {
    const found = await storage('secret_key').from('dropped').download(`trip/${name}`)
    expect(await found.data?.text()).toBe(text)
  }
  await rm(parent, { recursive: true })
  expect(errors).toEqual([])
})

test('a template lets a client without an account upload and read', async ({ page }) => {
  const errors = pageErrors(page)
  await storage('secret_key').createBucket('inbox')
  const inbox = storage('anon_key').from('inbox')
  expect((await inbox.upload('before.txt', 'hello')).error).not.toBeNull()
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/storage`)
  const bucket = page.getByRole('row').filter({ hasText: 'inbox' })
  await bucket.getByRole('link', { name: 'No policies' }).click()
  const section = page.getByRole('region', { name: 'inbox' })
  await expect(section.getByText(/Only secret keys and signed URLs/)).toBeVisible()
  await page.getByRole('button', { name: 'New policy for inbox' }).click()
  await dialog(page).getByRole('checkbox', { name: 'INSERT' }).click()
  await expect(dialog(page).getByRole('list', { name: 'Allowed calls' })).toContainText('copy')
  await expect(dialog(page).getByLabel('SQL', { exact: true })).toContainText(
    "with check (bucket_id = 'inbox')",
  )
  expect(await violations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Create policies' }).click()
  await expect(section.getByText('Everyone can read in inbox (insert)')).toBeVisible()
  expect((await inbox.upload('after.txt', 'hello')).error).toBeNull()
  expect(await (await inbox.download('after.txt')).data?.text()).toBe('hello')
  expect((await inbox.update('after.txt', 'changed')).error).not.toBeNull()

  const actions = page.getByRole('button', {
    name: 'Actions for Everyone can read in inbox (insert)',
  })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Delete policy' }).click()
  await dialog(page).getByRole('button', { name: 'Delete policy' }).click()
  // While the question is open, the page behind it has no roles.
  await expect(dialog(page)).toHaveCount(0)
  await expect(actions).toHaveCount(0)
  expect((await inbox.upload('later.txt', 'hello')).error).not.toBeNull()
  expect(errors).toEqual([])
})

test('a large upload is paused, survives a lost connection, and is complete', async ({ page }) => {
  const errors = pageErrors(page)
  await storage('secret_key').createBucket('large')
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/storage/buckets/large`)
  const network = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number, offline = false) =>
    network.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await expect(page.getByText('No files yet')).toBeVisible()
  await limit(SLOW_UPLOAD)
  await page
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'large.bin', mimeType: 'application/octet-stream', buffer: LARGE })
  const list = page.getByRole('region', { name: 'Uploads' })
  const progress = list.getByRole('progressbar', { name: 'Upload of large.bin' })
  const percent = async () => Number(await progress.getAttribute('value'))
  await expect.poll(percent).toBeGreaterThan(20)
  await list.getByRole('button', { name: 'Pause large.bin' }).click()
  await expect(list.getByText(/^Paused at/)).toBeVisible()
  await expect(row(page, 'large.bin')).toHaveCount(0)
  expect(await violations(page)).toEqual([])

  await test.step('a reload asks first', async () => {
    const question = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.reload()))
    await (await question).dismiss()
    await expect(list.getByText(/^Paused at/)).toBeVisible()
  })

  // Chromium lets a request that has begun finish, so the connection is lost before the next one.
  await limit(-1, true)
  await list.getByRole('button', { name: 'Resume large.bin' }).click()
  await expect(list.getByText(/^Failed:/)).toBeVisible()
  await limit(-1)
  await expect(list.getByText(/^Done/)).toBeVisible()
  await expect(row(page, 'large.bin')).toBeVisible()
  const { data } = await storage('secret_key').from('large').download('large.bin')
  expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(LARGE)).toBe(true)

  await test.step('a canceled upload is deleted from the server', async () => {
    await limit(SLOW_UPLOAD)
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'other.bin', mimeType: 'application/octet-stream', buffer: LARGE })
    await expect(list.getByText(/^[1-9].* of 12 MB$/)).toBeVisible()
    const deletion = page.waitForResponse(
      (response) =>
        response.request().method() === 'DELETE' && response.url().includes('/upload/resumable/'),
    )
    await list.getByRole('button', { name: 'Cancel other.bin' }).click()
    expect((await deletion).status()).toBe(204)
    await expect(list.getByText('Canceled')).toBeVisible()
  })
  expect(errors).toEqual([])
})

test('folders are walked in columns and downloaded as one archive', async ({ page }) => {
  const errors = pageErrors(page)
  const secret = storage('secret_key')
  await secret.createBucket('archive')
  const texts = { 'trips/a b & c.txt': 'one', 'trips/2026/day (1).txt': 'two', 'top.txt': 'three' }
  for (const [name, text] of Object.entries(texts))
    expect((await secret.from('archive').upload(name, text)).error).toBeNull()
  // The dialog of the operating system can't be operated here; without it, the page downloads.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/storage/buckets/archive`)

  await page.getByRole('radio', { name: 'Columns' }).click()
  const column = (name: string) => page.getByRole('grid', { name: `Files in ${name}` })
  await column('archive').focus()
  await page.keyboard.press('ArrowRight')
  await expect(column('trips/')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(column('trips/2026/')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Content of day (1).txt')).toHaveText('two')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(column('archive')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Columns' })).toBeChecked()

  await column('archive').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(dialog(page).getByText('3 files, 11 bytes')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  const archive = await download
  expect(archive.suggestedFilename()).toBe('archive.zip')
  const content = await readFile(await archive.path())
  expect(namesInZip(content).toSorted()).toEqual(Object.keys(texts).toSorted())
  for (const text of Object.values(texts)) expect(content.includes(text)).toBe(true)
  expect(errors).toEqual([])
})

test('a folder is renamed, and its files are found in the whole bucket', async ({ page }) => {
  const errors = pageErrors(page)
  const secret = storage('secret_key')
  await secret.createBucket('reports')
  for (const name of ['drafts/2026/Annual report.txt', 'drafts/notes.txt', 'other.txt'])
    expect((await secret.from('reports').upload(name, name)).error).toBeNull()
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/storage/buckets/reports`)

  await page.getByRole('radio', { name: 'List' }).click()
  await page.getByRole('button', { name: 'Actions for drafts' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog(page).getByLabel('Name').fill('final')
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  await expect(row(page, 'final')).toBeVisible()
  await expect(row(page, 'drafts')).toHaveCount(0)

  await page.getByRole('radio', { name: 'Bucket' }).click()
  await page.getByRole('searchbox', { name: 'Search the bucket' }).fill('REPORT')
  const found = page.getByRole('grid', { name: 'Found files' })
  await expect(found.getByText('in final/2026/')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await found.getByText('Annual report.txt').click()
  await expect(page.getByLabel('Content of Annual report.txt')).toHaveText(
    'drafts/2026/Annual report.txt',
  )
  expect(errors).toEqual([])
})

/** The names in the central directory of an archive. */
function namesInZip(archive: Buffer): string[] {
  const names: string[] = []
  let at = archive.indexOf('PK\u0001\u0002', 0, 'latin1')
  while (at >= 0) {
    const length = archive.readUInt16LE(at + 28)
    names.push(archive.toString('utf8', at + 46, at + 46 + length))
    at = archive.indexOf('PK\u0001\u0002', at + 46, 'latin1')
  }
  return names
}
