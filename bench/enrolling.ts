/** Enrolments for `children/posting.ts`, one for each class with a coming batch and no limit of seats. */
export async function enrolmentBodies(url: string): Promise<object[]> {
  const courses = (await (await fetch(`${url}/api/courses`)).json()) as {
    id: string
    batchId: string | null
    capacity: number | null
  }[]
  // An enrolment in a course without a coming batch would get a batch with few seats.
  const endless = courses.filter(({ batchId, capacity }) => batchId && capacity === null)
  return endless.map(({ id }) => ({
    fullName: 'Caller {n}',
    email: 'caller-{n}@malar.example',
    phone: '{phone}',
    paymentMethod: 'UPI',
    courseId: id,
  }))
}
