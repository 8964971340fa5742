import { createFileRoute } from '@tanstack/react-router'
import { Landing } from '../../components/landing.tsx'

/** The shell's own address, which redirects to the landing page. */
export const Route = createFileRoute('/_app/_app')({ component: Landing })
