import { QueryError } from '../../components/query-error.tsx'
import { Toggle } from '../../components/settings/toggle.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useExposeQueues, useQueuesExposure } from '../../data/resources/services/queues/queues.ts'
import { Switch } from '../../ui/inputs/switch.tsx'

/** Lets clients of the data API use queues, through the schema `pgmq_public`. */
export function ExposureSwitch({ projectRef }: { projectRef: string }) {
  const can = useCan(projectRef)
  const { error, isExposed, isApiEnabled } = useQueuesExposure(projectRef)
  const expose = useExposeQueues(projectRef)
  return (
    <section aria-label="Client access" className="mt-8 max-w-2xl border-t pt-6">
      {error ? (
        <QueryError error={error} title="Could not load the client access setting" />
      ) : (
        <Toggle
          label="Expose queues through the Data API"
          description={
            <>
              Clients call send, read, pop, archive, and delete in the schema{' '}
              <code>pgmq_public</code>. Grants and policies on a queue’s table decide who can use
              the queue.
              {isApiEnabled === false && ' The Data API is disabled under Settings → Data API.'}
            </>
          }
        >
          {(control) => (
            <Switch
              {...control}
              checked={expose.isPending ? expose.variables : isExposed === true}
              disabled={
                isExposed === undefined ||
                expose.isPending ||
                !can('queues:write') ||
                !can('project:update')
              }
              onCheckedChange={(isOn) => expose.mutate(isOn)}
            />
          )}
        </Toggle>
      )}
    </section>
  )
}
