/** The host of the photographs in the space. No such host exists: `image-service.js` answers for it. */
export const photoHost = 'photographs.example.com';
