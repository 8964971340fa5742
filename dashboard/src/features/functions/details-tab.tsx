import type { DeployedFunction } from '@stoa/contract/services/functions/members'
import { useState } from 'react'
import { Toggle } from '../../components/settings/toggle.tsx'
import {
  useDeleteFunction,
  useFunctionVersions,
  useUpdateFunction,
} from '../../data/resources/services/functions/functions.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { DescriptionForm } from './description-form.tsx'
import { STOA_COMMAND } from './stoa-command.ts'
import { functionUrl } from './function-url.ts'

type DetailsTabProps = {
  projectRef: string
  apiUrl: string
  deployed: DeployedFunction
  onDeleted: () => void
}

/** The settings of a function, its commands, and its deletion. */
export function DetailsTab({ projectRef, apiUrl, deployed, onDeleted }: DetailsTabProps) {
  const can = useCan(projectRef)
  const canWrite = can('functions:write')
  const update = useUpdateFunction(projectRef, deployed.slug)
  const remove = useDeleteFunction(projectRef)
  const { data: versions } = useFunctionVersions(projectRef, deployed.slug)
  const active = versions?.find(({ is_active: isActive }) => isActive)
  const [isDeleting, setIsDeleting] = useState(false)
  const names = `--project ${projectRef} --name ${deployed.slug}`
  return (
    <>
      <Section title="URL">
        <CodeBlock label="URL" code={functionUrl(apiUrl, deployed.slug)} />
      </Section>
      <Section title="Description" description="Shown in the list of functions.">
        <DescriptionForm
          key={deployed.description}
          description={deployed.description}
          disabled={!canWrite}
          update={update}
        />
      </Section>
      <Section title="Access" description="Who can call the function.">
        <Toggle
          label="Verify JWT"
          description="When on, callers need an API key or an access token of this project."
        >
          {(control) => (
            <Switch
              {...control}
              checked={deployed.verify_jwt}
              disabled={!canWrite || update.isPending}
              onCheckedChange={(verifies) => update.mutate({ verify_jwt: verifies })}
            />
          )}
        </Toggle>
      </Section>
      {active && (
        <Section title="Files" description="Of the active version.">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
            <dt className="text-muted">Entry point</dt>
            <dd className="font-mono text-xs break-all">{active.entrypoint_path}</dd>
            <dt className="text-muted">Import map</dt>
            <dd className="font-mono text-xs break-all">{active.import_map_path ?? 'None'}</dd>
          </dl>
        </Section>
      )}
      <Section title="Command line" description="Run these in Stoa’s folder on the server.">
        <CodeBlock
          label="deploy command"
          wrap
          code={`${STOA_COMMAND} function deploy \\\n  ${names} \\\n  --entry ./${deployed.slug}`}
        />
        <CodeBlock
          wrap
          label="log command"
          code={`${STOA_COMMAND} function logs \\\n  ${names} \\\n  --follow`}
        />
      </Section>
      {canWrite && (
        <Section
          title="Delete function"
          description="Deletes all versions and the log. Afterwards, requests to its URL fail."
        >
          <div>
            <Button variant="danger" onClick={() => setIsDeleting(true)}>
              Delete function
            </Button>
          </div>
        </Section>
      )}
      <ConfirmDialog
        visible={isDeleting}
        variant="danger"
        size="md"
        title={`Delete ${deployed.slug}`}
        description="This deletes all versions of the function and its log. It can’t be undone."
        confirmLabel="Delete function"
        typedName={deployed.slug}
        loading={remove.isPending}
        onCancel={() => setIsDeleting(false)}
        onConfirm={() => remove.mutate(deployed.slug, { onSuccess: onDeleted })}
      />
    </>
  )
}
