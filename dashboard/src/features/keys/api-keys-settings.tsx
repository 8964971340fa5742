import { Link } from '@tanstack/react-router'
import { ProjectPage } from '../../components/project-page.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { usePublicKeys } from '../../data/resources/platform/keys.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { ApiKeyTable } from './api-key-table.tsx'
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx'
import { LegacyKeys } from './legacy-keys.tsx'

export type ApiKeysTab = 'keys' | 'legacy'

type ApiKeysSettingsProps = {
  projectRef: string
  tab: ApiKeysTab
  /** Whether the dialog for a new key is open. */
  isCreating: boolean
  onTabChange: (tab: ApiKeysTab) => void
  onCreate: (isCreating: boolean) => void
}

export function ApiKeysSettings({ projectRef, tab, isCreating, ...props }: ApiKeysSettingsProps) {
  const { onTabChange, onCreate } = props
  const canManage = useCan(projectRef)('key:manage')
  return (
    <ProjectPage
      projectRef={projectRef}
      title="API keys"
      action={
        canManage && (
          <Button variant="primary" onClick={() => onCreate(true)}>
            Create API key
          </Button>
        )
      }
      needs={['key:read_public']}
      forbidden="This page shows the project’s API keys."
    >
      <Tabs value={tab} onValueChange={(next) => onTabChange(next === 'legacy' ? next : 'keys')}>
        <TabsList>
          <TabsTrigger value="keys">Publishable and secret keys</TabsTrigger>
          <TabsTrigger value="legacy">Legacy keys</TabsTrigger>
        </TabsList>
        <TabsContent value="keys" className="pt-6">
          <Keys projectRef={projectRef} />
        </TabsContent>
        <TabsContent value="legacy" className="pt-6">
          <LegacyKeys projectRef={projectRef} />
        </TabsContent>
      </Tabs>
      {isCreating && canManage && (
        <CreateApiKeyDialog projectRef={projectRef} onClose={() => onCreate(false)} />
      )}
    </ProjectPage>
  )
}

function Keys({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = usePublicKeys(projectRef)
  const failure = error && (
    <QueryError error={error} title="Could not load the keys" onRetry={() => void refetch()} />
  )
  if (!data) return failure ?? <Skeleton className="h-64" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {failure}
      <section>
        <h2 className="font-semibold">Publishable keys</h2>
        <p className="mb-3 max-w-prose text-muted">
          Safe to use in browsers and apps. Row level security decides which rows they can access.
        </p>
        <ApiKeyTable
          projectRef={projectRef}
          label="Publishable keys"
          keys={data.keys.filter(({ kind }) => kind === 'publishable')}
        />
      </section>
      <section>
        <h2 className="font-semibold">Secret keys</h2>
        <p className="mb-3 max-w-prose text-muted">
          For servers only: they bypass row level security. Use a separate key per server so you can
          revoke one at a time.
        </p>
        <ApiKeyTable
          projectRef={projectRef}
          label="Secret keys"
          keys={data.keys.filter(({ kind }) => kind === 'secret')}
        />
      </section>
      <p className="max-w-prose text-muted">
        Access tokens of signed-in users are signed with the{' '}
        <Link
          to="/project/$ref/settings/jwt-keys"
          params={{ ref: projectRef }}
          className="text-accent-text underline underline-offset-2"
        >
          JWT keys
        </Link>
        .
      </p>
    </div>
  )
}
