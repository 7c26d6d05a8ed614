import type { AdminInstructor } from '../../contract/catalogue/instructors.ts'
import type { Order } from '../../contract/orders/orders.ts'
import type { CustomRequest } from '../../contract/people/custom-requests.ts'
import type { Enquiry } from '../../contract/people/enquiries.ts'
import type { AdminProduct } from '../../contract/store/products.ts'

/** Records as the server sends them. */

const created_at = '2026-03-01T06:30:00.000Z'
const nobody = {
  recipientName: null,
  recipientPhone: null,
  address: null,
  area: null,
  landmark: null,
  pincode: null,
}

export const product: AdminProduct = {
  id: 'p1',
  slug: 'red-roses',
  name: 'Red Roses',
  description: 'Twelve stems.',
  price: 720,
  originalPrice: null,
  category: ['Roses'],
  instock: true,
  inStock: true,
  stockquantity: 4,
  stockQuantity: 4,
  featured: false,
  isCustom: false,
  iscustom: false,
  customLabel: null,
  badge: null,
  sizes: [],
  leadDays: 0,
  ways: ['standard'],
  isAddon: false,
  showsRecipe: false,
  care: null,
  substitution: null,
  isOnSite: true,
  isOffered: true,
  pictures: [],
  image: null,
  imagefirst: null,
  imagesecond: null,
  imagethirder: null,
  imagefoure: null,
  created_at,
  updated_at: created_at,
  version: 1,
}

export const order: Order = {
  id: 'o1',
  ordernumber: 'ORD-1',
  customername: 'Asha Pillai',
  email: 'asha@post.example',
  phone: '9876543210',
  deliveryaddress: '1 Beach Road',
  status: 'pending',
  createdat: created_at,
  items: [],
  subtotal: 720,
  deliverycharge: 0,
  discountamount: 0,
  total: 720,
  due: 720,
  paymentmethod: 'upi',
  paymentstatus: 'pending',
  occasion: null,
  requirements: null,
  way: null,
  day: null,
  slot: null,
  zone: null,
  ...nobody,
  state: null,
  cardMessage: null,
  substitution: null,
  hidesSender: false,
  callsBuyer: false,
  couponCode: null,
  holdUntil: null,
  endedBy: null,
  askedUntil: null,
  isReported: false,
  corrected: null,
  change: null,
  version: 1,
}

export const instructor: AdminInstructor = {
  id: 'i1',
  name: 'Valli Arumugam',
  email: 'valli@malar.example',
  phone: null,
  specialization: 'Garlands',
  experience_years: 8,
  hourly_rate: 850.5,
  bio: null,
  is_active: true,
  role: null,
  description: null,
  highlights: [],
  profile_image: null,
  picture: null,
  icon: null,
  created_at,
  version: 1,
}

export const enquiry: Enquiry = {
  id: 'v1',
  fullname: 'Sundar Enterprises',
  name: 'Sundar Enterprises',
  emailaddress: 'events@sundar.example',
  email: 'events@sundar.example',
  phoneno: '9876501234',
  phone: '9876501234',
  enquiry: 'Corporate',
  question: 'Forty people on the 12th of May?',
  created_at,
  answered_at: null,
  order: null,
  concern: null,
  photographs: [],
}

export const customRequest: CustomRequest = {
  id: 'r1',
  product_id: null,
  productId: null,
  comment: 'Jasmine and marigold',
  images: '[]',
  imageUrl: null,
  picture: null,
  pictureKeptUntil: null,
  productName: null,
  productImage: null,
  name: 'Asha Pillai',
  email: 'asha@post.example',
  phone: null,
  created_at,
  answered_at: null,
}

export const impact = { id: 'i1', title: 'Happy Students', value: '5,200+', version: 1 }

export const officeDay = {
  id: 'o1',
  office_day: 'Tuesday',
  open_time: '09:00',
  close_time: '20:00',
  is_holiday: false,
  version: 1,
} as const

export const review = {
  id: 'f1',
  kind: 'student',
  student_name: 'Ponni Arasu',
  course_name: 'Ikebana',
  feedback_text: 'I see branches everywhere now.',
  rating: 5,
  created_at,
} as const

export const note = {
  id: 'n1',
  kind: 'status',
  title: 'Count the vases',
  status: 'pending',
  description: 'Before Pongal.',
  priority: 'medium',
  assigned_to: 'Priya',
  created_by: 'Meenakshi',
  created_at,
  version: 1,
} as const

export const prices = {
  success: true,
  data: { weekdays: { label: 'Weekdays 9:00 AM - 5:00 PM', price: '2000' } },
  version: '1',
} as const
