import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ValueList, ValueRow } from '../../components/connect/value-row.tsx'
import { ProjectPage } from '../../components/project-page.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useSigningKeys } from '../../data/resources/platform/keys.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CreateSigningKeyDialog } from './create-signing-key-dialog.tsx'
import { SigningKeyTable } from './signing-key-table.tsx'

export function JwtKeysSettings({ projectRef }: { projectRef: string }) {
  const can = useCan(projectRef)
  const canRead = can('key:read_public')
  const { data, error, refetch } = useSigningKeys(projectRef, { enabled: canRead })
  const [isCreating, setIsCreating] = useState(false)
  const hasStandby = data?.keys.some(({ state }) => state === 'standby') ?? true
  return (
    <ProjectPage
      width="form"
      projectRef={projectRef}
      title="JWT keys"
      description="Keys that sign the access tokens of this project’s users."
      action={
        can('key:manage') &&
        !hasStandby && (
          <Button variant="primary" onClick={() => setIsCreating(true)}>
            Create standby key
          </Button>
        )
      }
      needs={['key:read_public']}
      forbidden="This page shows the project’s signing keys."
    >
      {error && (
        <QueryError error={error} title="Could not load the keys" onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-64" />}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <SigningKeyTable projectRef={projectRef} keys={data.keys} />
          <div>
            <Section
              title="Public keys"
              description="Services that verify tokens read the public keys at this URL. HS256 keys have no public key; verifying them requires the secret."
            >
              <ValueList>
                <ValueRow label="JWKS URL" value={data.jwks_url} />
              </ValueList>
            </Section>
            <Section
              title="Lifetime"
              description="Set the lifetime of access tokens with the other limits of sessions."
            >
              <div>
                <Button asChild>
                  <Link to="/project/$ref/auth/settings" params={{ ref: projectRef }}>
                    URLs and sessions
                  </Link>
                </Button>
              </div>
            </Section>
          </div>
        </div>
      )}
      {isCreating && (
        <CreateSigningKeyDialog projectRef={projectRef} onClose={() => setIsCreating(false)} />
      )}
    </ProjectPage>
  )
}
