import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../test/show.tsx'
import { TableList } from './table-list.tsx'

const { ref } = project

function summary(id: number) {
  return {
    id,
    schema: 'public',
    name: `t${id}`,
    kind: 'table',
    partition_of: null,
    comment: null,
    rls_enabled: true,
    policy_count: 1,
  }
}

it('renders only the visible part of 5,000 tables', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  answerWith({
    [`GET /platform/meta/${ref}/schemas`]: [{ name: 'public', owner: 'o', is_protected: false }],
    [`GET /platform/meta/${ref}/tables`]: Array.from({ length: 5000 }, (_, id) => summary(id + 1)),
  })
  const nothing = () => undefined
  showSignedIn(
    inRouter(() => (
      <TableList
        projectRef={ref}
        schema="public"
        isProtected={false}
        currentId={undefined}
        canWrite={false}
        onSchema={nothing}
        onOpen={nothing}
        onNew={nothing}
        onImport={nothing}
        onEdit={nothing}
        onCreatePolicy={nothing}
        onDelete={nothing}
        onCopyName={nothing}
        onCopySql={nothing}
        onDuplicate={nothing}
      />
    )),
  )
  expect(await screen.findByText('t1')).toBeVisible()
  expect(screen.getAllByRole('listitem').length).toBeLessThan(100)
})
