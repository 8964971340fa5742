import { draftSql } from '@stoa/contract/services/meta/sql-drafts'
import { route, type Route } from '../../../lib/http.ts'
import { draftText } from './draft-sql.ts'

export const sqlDraftRoutes = (): Route[] => [
  route(draftSql).to(({ body }) => ({ sql: draftText(body.draft) })),
]
