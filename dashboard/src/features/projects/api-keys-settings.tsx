import { useState } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { ValueList, ValueRow } from '../../components/connect/value-row.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { usePublicKeys, useRevealSecrets } from '../../data/keys.ts'
import { useCan, useProject } from '../../data/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'

export function ApiKeysSettings({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('API keys', project?.name)
  if (!project) return null
  return (
    <Page>
      <PageHeader title="API keys" />
      <div>
        {can('key:read_public') ? (
          <PublicKeys projectRef={projectRef} />
        ) : (
          <Forbidden>The keys are not shown to your role.</Forbidden>
        )}
        {can('key:read_secret') && <Secrets projectRef={projectRef} />}
      </div>
    </Page>
  )
}

function PublicKeys({ projectRef }: { projectRef: string }) {
  const { data: keys, error, refetch } = usePublicKeys(projectRef)
  return (
    <Section
      title="Public"
      description="May stand in browsers and apps. Row level security decides what they see."
    >
      {error ? (
        <QueryError
          error={error}
          title="The keys could not be loaded"
          onRetry={() => void refetch()}
        />
      ) : (
        <ValueList>
          <ValueRow label="Publishable key" value={keys?.publishable_key} />
          <ValueRow label="Anon key" value={keys?.anon_key} />
        </ValueList>
      )}
    </Section>
  )
}

function Secrets({ projectRef }: { projectRef: string }) {
  const reveal = useRevealSecrets(projectRef)
  const [isShown, setIsShown] = useState(false)
  const secrets = reveal.data
  return (
    <Section
      title="Secret"
      description="Pass by row level security: for servers only. Each reading is written into the audit log."
    >
      {secrets ? (
        <>
          <ValueList>
            <ValueRow label="Secret key" value={secrets.secret_key} isHidden={!isShown} />
            <ValueRow
              label="Service role key"
              value={secrets.service_role_key}
              isHidden={!isShown}
            />
            <ValueRow label="JWT secret" value={secrets.jwt_secret} isHidden={!isShown} />
          </ValueList>
          <div>
            <Button onClick={() => setIsShown(!isShown)}>{isShown ? 'Hide' : 'Show'}</Button>
          </div>
        </>
      ) : (
        <div>
          <Button
            pending={reveal.isPending}
            onClick={() => reveal.mutate(undefined, { onSuccess: () => setIsShown(true) })}
          >
            Reveal secrets
          </Button>
        </div>
      )}
    </Section>
  )
}
