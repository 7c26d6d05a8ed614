import { useQuery } from '@tanstack/react-query'
import type { PageHandle } from '../../contract/page.ts'
import { query } from '../lib/query.ts'

const courses = () => query('GET /api/courses')

export const handle: PageHandle = { queries: () => [courses()], searchParams: ['category'] }

export default function Classes() {
  const { data } = useQuery(courses())
  return (
    <>
      <title>Our Courses</title>
      <h1>Our Courses</h1>
      <ul>
        {data?.map((course) => (
          <li key={course.id}>{course.title}</li>
        ))}
      </ul>
    </>
  )
}
