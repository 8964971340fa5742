import { useEffect } from 'react'
import { useCapability } from '../../data/resources/profile.ts'
import { useTelemetry } from '../../data/resources/telemetry.ts'

/** Tells, where usage events are kept and the person agreed, that a page was opened. */
export function usePageEvents(pathname: string) {
  const telemetry = useTelemetry()
  const can = useCapability()
  const isKept = can('telemetry:send')
  useEffect(() => {
    if (isKept) void telemetry.send({ name: 'page_opened', pagePath: pathname })
  }, [isKept, telemetry, pathname])
}
