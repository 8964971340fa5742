import { createFileRoute } from '@tanstack/react-router'
import { Landing } from '../../components/landing.tsx'

/** The application's shell has an address of its own; what it shows first is the landing page. */
export const Route = createFileRoute('/_app/_app')({ component: Landing })
