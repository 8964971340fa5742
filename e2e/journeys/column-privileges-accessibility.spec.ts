import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

// More tables than the table list shows at once.
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

test('the column privileges page has no accessibility violation in any theme and no sideways scroll', async ({
  page,
}) => {
  const troubles = pageErrors(page)
  await useSession(page, shared.session)
  await page.addInitScript(
    (preview) => localStorage.setItem(preview, 'true'),
    `stoa.preview.${shared.session.user.id}.column-level-privileges`,
  )
  await page.goto(`${shared.home}/database/column-privileges?table=note`)
  await expect(box(page, 'Select on title')).toBeChecked()
  await expectAccessible(page, 'unchanged')
  await box(page, 'Select on title').click()
  await expect(page.getByRole('region', { name: 'Changes to save' })).toContainText('revoke select')
  await expectAccessible(page, 'changed')
  await page.getByRole('button', { name: 'Table: note' }).click()
  const list = page.getByRole('dialog', { name: 'Tables' })
  await expect(list.getByRole('status')).toContainText('11 more')
  await expectAccessible(page, 'list of tables')
  expect(troubles).toEqual([])
})
