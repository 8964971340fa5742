import { useState } from 'react'
import { ValueList, ValueRow } from '../../components/connect/value-row.tsx'
import { QueryError } from '../../components/query-error.tsx'
import {
  usePublicKeys,
  useRevealSecrets,
  useSetLegacyApiKeys,
  useSigningKeys,
} from '../../data/resources/platform/keys.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** A project's two JWT keys, and the switch that disables them. */
export function LegacyKeys({ projectRef }: { projectRef: string }) {
  const can = useCan(projectRef)
  const { data, error, refetch } = usePublicKeys(projectRef)
  const { data: signing } = useSigningKeys(projectRef)
  const first = signing?.keys.find((key) => key.is_legacy)
  const isRevoked = signing !== undefined && (!first || first.state === 'revoked')
  if (error) {
    return (
      <QueryError error={error} title="Could not load the keys" onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      {isRevoked && (
        <Callout type="caution" title="These keys no longer work" className="mb-6">
          The signing key of these keys was revoked.
        </Callout>
      )}
      <div>
        <Section
          title="anon"
          description="Works like a publishable key: row level security applies."
        >
          <ValueList>
            <ValueRow label="anon" value={data?.anon_key} />
          </ValueList>
        </Section>
        {can('key:read_secret') && <ServiceRole projectRef={projectRef} />}
        {data && !isRevoked && (
          <Availability
            projectRef={projectRef}
            isEnabled={data.are_legacy_keys_enabled}
            canChange={can('key:manage')}
          />
        )}
      </div>
    </>
  )
}

function ServiceRole({ projectRef }: { projectRef: string }) {
  const reveal = useRevealSecrets(projectRef)
  const [isShown, setIsShown] = useState(false)
  const secrets = reveal.data
  return (
    <Section
      title="service_role"
      description="Works like a secret key: bypasses row level security. Each reveal is recorded in the audit log."
    >
      {secrets ? (
        <>
          <ValueList>
            <ValueRow label="service_role" value={secrets.service_role_key} isHidden={!isShown} />
            <ValueRow label="Legacy JWT secret" value={secrets.jwt_secret} isHidden={!isShown} />
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
            Reveal
          </Button>
        </div>
      )}
    </Section>
  )
}

type AvailabilityProps = { projectRef: string; isEnabled: boolean; canChange: boolean }

function Availability({ projectRef, isEnabled, canChange }: AvailabilityProps) {
  const [isAsking, setIsAsking] = useState(false)
  const change = useSetLegacyApiKeys(projectRef)
  return (
    <Section
      title={
        <span className="flex items-center gap-2">
          Availability
          <Badge variant={isEnabled ? 'success' : 'neutral'}>
            {isEnabled ? 'Enabled' : 'Disabled'}
          </Badge>
        </span>
      }
      description="Publishable and secret keys have names and can be revoked one at a time. Disable the legacy keys once all clients use the new ones. You can enable them again."
    >
      {canChange && (
        <div>
          {isEnabled ? (
            <Button onClick={() => setIsAsking(true)}>Disable legacy keys</Button>
          ) : (
            <Button pending={change.isPending} onClick={() => change.mutate(true)}>
              Enable legacy keys
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        visible={isAsking}
        size="md"
        variant="warning"
        title="Disable legacy keys"
        description="Requests with anon or service_role will be rejected immediately. Users stay signed in, but apps that use anon can’t reach the project until they use a publishable key."
        confirmLabel="Disable legacy keys"
        loading={change.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => change.mutate(false, { onSettled: () => setIsAsking(false) })}
      />
    </Section>
  )
}
