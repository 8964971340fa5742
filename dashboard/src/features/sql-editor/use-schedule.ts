import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../../data/resources/platform/projects.ts'

/** Opens the form that schedules a saved query; undefined for members who cannot. */
export function useSchedule(
  projectRef: string,
  snippet: string | undefined,
): (() => void) | undefined {
  const navigate = useNavigate()
  const canSchedule = useCan(projectRef)('alerts:write')
  if (!canSchedule || snippet === undefined) return undefined
  return () =>
    void navigate({
      to: '/project/$ref/alerts/queries',
      params: { ref: projectRef },
      search: { panel: 'new', snippet },
    })
}
