import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { dataApi } from './room.ts'

it('lists every setting of a page by its label', async () => {
  const [source] = dataApi.searches ?? []
  const entries = await source?.read({
    call: () => Promise.reject(new Error('No request is expected')),
    queryClient: new QueryClient(),
    projectRef: 'abc',
    organizationSlug: undefined,
  })
  expect(entries).toContainEqual({
    id: 'setting:/project/abc/settings/data-api:max_rows',
    title: 'Maximum rows per response',
    detail: 'Settings › Data API',
    to: '/project/abc/settings/data-api',
  })
})
