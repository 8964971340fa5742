import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'

// More tables than the list of them shows at once.
const shared = sharedProject('Harbour', {
  sql: `
    create table public.note (id int primary key, title text, owner_email text);
    alter table public.note enable row level security;
    do $$ begin
      for n in 1..60 loop
        execute format('create table public.measure_%s ()', n);
      end loop;
    end $$`,
})

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

async function check(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
  expect(found).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

for (const theme of ['light', 'dark', 'classic-dark'])
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ])
    test(`column privileges in ${theme} at ${size.width} px have no violation and no sideways scroll`, async ({
      page,
    }) => {
      const troubles = pageErrors(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await useSession(page, shared.session)
      await page.addInitScript(
        ([preview, name]) => {
          localStorage.setItem(String(preview), 'true')
          localStorage.setItem('stoa.theme', JSON.stringify(name))
        },
        [`stoa.preview.${shared.session.user.id}.column-level-privileges`, theme],
      )
      await page.goto(`${shared.home}/database/column-privileges?table=note`)
      await expect(box(page, 'Select on title')).toBeChecked()
      await check(page)
      await box(page, 'Select on title').click()
      await expect(page.getByRole('region', { name: 'What Save does' })).toContainText(
        'revoke select',
      )
      await check(page)
      await page.getByRole('button', { name: 'Table: note' }).click()
      const list = page.getByRole('dialog', { name: 'Tables' })
      await expect(list.getByRole('status')).toContainText('11 more')
      await check(page)
      expect(troubles).toEqual([])
    })
