/** Enrolments for `children/posting.ts`, one for each class that has a coming batch and no end of seats. */
export async function enrolmentBodies(url: string): Promise<object[]> {
  const courses = (await (await fetch(`${url}/api/courses`)).json()) as {
    id: string
    batchId: string | null
    capacity: number | null
  }[]
  // A course without a coming batch would get one of few seats.
  const endless = courses.filter(({ batchId, capacity }) => batchId && capacity === null)
  return endless.map(({ id }) => ({
    fullName: 'Caller {n}',
    email: 'caller-{n}@malar.example',
    phone: '{phone}',
    paymentMethod: 'UPI',
    courseId: id,
  }))
}
