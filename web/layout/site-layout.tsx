import { Outlet } from 'react-router'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** Header, page, footer: every page but the back office. */
export default function SiteLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
