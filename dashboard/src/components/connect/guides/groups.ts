import { clients } from './clients.ts'
import { connectionStrings } from './connection-strings.ts'
import { frameworks } from './frameworks.ts'
import type { Guide, GuideGroup } from './guide.ts'
import { mobile } from './mobile.ts'
import { orms } from './orms.ts'

/** Every guide of the Connect dialog, in the order of its tabs. */
export const guideGroups: readonly GuideGroup[] = [
  { id: 'clients', title: 'Quickstart', guides: clients },
  { id: 'frameworks', title: 'Frameworks', guides: frameworks },
  { id: 'mobile', title: 'Mobile', guides: mobile },
  { id: 'orms', title: 'ORMs', guides: orms },
  { id: 'database', title: 'Connection string', guides: connectionStrings },
]

const FIRST = new Set(['supabase-js', 'curl', 'psql'])

/** The shortest ways to a first request, for a new project. */
export const firstGuides: readonly Guide[] = guideGroups
  .flatMap(({ guides }) => guides)
  .filter(({ id }) => FIRST.has(id))
