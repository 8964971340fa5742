import { lazy, type ReactNode } from 'react'
import { BannerSpace } from '../../components/banners/banner-space.tsx'

const PublicBanners = lazy(() =>
  import('../../components/banners/public-banners.tsx').then((module) => ({
    default: module.PublicBanners,
  })),
)

type AuthPageProps = {
  title: string
  description?: ReactNode
  footer?: ReactNode
  children?: ReactNode
}

/** The layout shared by all pages before sign-in: one column with one task. */
export function AuthPage({ title, description, footer, children }: AuthPageProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[calc(14dvh+var(--banner-height))] pb-[14dvh]">
      <BannerSpace>
        <PublicBanners />
      </BannerSpace>
      <div className="w-full max-w-80">
        <Mark className="mb-6 size-7 text-text" />
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {description && <div className="mt-1 text-muted">{description}</div>}
        <div className="mt-6">{children}</div>
        {footer && <div className="mt-6 border-t pt-4 text-muted">{footer}</div>}
      </div>
    </main>
  )
}

/** The product's logo: three columns under a roof. */
function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" className={className} aria-hidden>
      <path d="M3 5.5h18M3 19.5h18M6 5.5v14M12 5.5v14M18 5.5v14" strokeWidth="1.5" />
    </svg>
  )
}
