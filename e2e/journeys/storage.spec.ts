import { expect, test, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'

const shared = sharedProject('Gallery')

/** A picture of 3 by 2 points. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGPgquiBIAY4CwA8UAZVn04SvQAAAABJRU5ErkJggg==',
  'base64',
)

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
    await page.keyboard.press('Escape')
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
