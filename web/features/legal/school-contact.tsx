import { Link } from 'react-router'
import { telLink } from '../../lib/contact-links.ts'
import { useSchool } from '../../lib/school.ts'

/** The last paragraph of each page of rules: whom to ask. */
export function SchoolContact() {
  const school = useSchool()
  if (!school)
    return (
      <p>
        Please use our <Link to="/contact">contact page</Link>.
      </p>
    )
  return (
    <p>
      {school.name}, {school.address.join(', ')}. <a href={`mailto:${school.email}`}>{school.email}</a>,{' '}
      <a href={telLink(school.phone)} className="whitespace-nowrap">
        {school.phone}
      </a>
      .
    </p>
  )
}
