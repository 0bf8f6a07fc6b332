;; Adds up rows of a table of int8 components, each times its row's scale, in double precision: the vector of a text.
;;
;; Sixteen components at a time are kept in registers over all tokens, each added in the order of the tokens, so that
;; the sums have the same bits as the scalar ones. 'dimension' is a multiple of 16. Addresses and sizes in bytes.
(module
  (import "env" "memory" (memory 1))

  ;; 'ids': u16 a token; 'scales': f32 a row; 'rows': 'dimension' int8 a row; 'sum': f64 a component, overwritten.
  (func (export "sum") (param $ids i32) (param $count i32) (param $scales i32) (param $rows i32) (param $dimension i32) (param $sum i32)
    (local $column i32) (local $at i32) (local $end i32) (local $id i32) (local $factor v128) (local $bytes v128) (local $half v128) (local $four v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128) (local $a4 v128) (local $a5 v128) (local $a6 v128) (local $a7 v128)
    (local.set $end (i32.add (local.get $ids) (i32.shl (local.get $count) (i32.const 1))))
    (block $done
      (loop $sixteen
        (br_if $done (i32.ge_u (local.get $column) (local.get $dimension)))
        (local.set $a0 (v128.const f64x2 0 0))
        (local.set $a1 (v128.const f64x2 0 0))
        (local.set $a2 (v128.const f64x2 0 0))
        (local.set $a3 (v128.const f64x2 0 0))
        (local.set $a4 (v128.const f64x2 0 0))
        (local.set $a5 (v128.const f64x2 0 0))
        (local.set $a6 (v128.const f64x2 0 0))
        (local.set $a7 (v128.const f64x2 0 0))
        (local.set $at (local.get $ids))
        (block $summed
          (loop $token
            (br_if $summed (i32.ge_u (local.get $at) (local.get $end)))
            (local.set $id (i32.load16_u (local.get $at)))
            (local.set $factor (f64x2.splat (f64.promote_f32 (f32.load (i32.add (local.get $scales) (i32.shl (local.get $id) (i32.const 2)))))))
            (local.set $bytes (v128.load (i32.add (i32.add (local.get $rows) (i32.mul (local.get $id) (local.get $dimension))) (local.get $column))))
            (local.set $half (i16x8.extend_low_i8x16_s (local.get $bytes)))
            (local.set $four (i32x4.extend_low_i16x8_s (local.get $half)))
            (local.set $a0 (f64x2.add (local.get $a0) (f64x2.mul (local.get $factor) (f64x2.convert_low_i32x4_s (local.get $four)))))
            (local.set $a1 (f64x2.add (local.get $a1) (f64x2.mul (local.get $factor) (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four))))))
            (local.set $four (i32x4.extend_high_i16x8_s (local.get $half)))
            (local.set $a2 (f64x2.add (local.get $a2) (f64x2.mul (local.get $factor) (f64x2.convert_low_i32x4_s (local.get $four)))))
            (local.set $a3 (f64x2.add (local.get $a3) (f64x2.mul (local.get $factor) (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four))))))
            (local.set $half (i16x8.extend_high_i8x16_s (local.get $bytes)))
            (local.set $four (i32x4.extend_low_i16x8_s (local.get $half)))
            (local.set $a4 (f64x2.add (local.get $a4) (f64x2.mul (local.get $factor) (f64x2.convert_low_i32x4_s (local.get $four)))))
            (local.set $a5 (f64x2.add (local.get $a5) (f64x2.mul (local.get $factor) (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four))))))
            (local.set $four (i32x4.extend_high_i16x8_s (local.get $half)))
            (local.set $a6 (f64x2.add (local.get $a6) (f64x2.mul (local.get $factor) (f64x2.convert_low_i32x4_s (local.get $four)))))
            (local.set $a7 (f64x2.add (local.get $a7) (f64x2.mul (local.get $factor) (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four))))))
            (local.set $at (i32.add (local.get $at) (i32.const 2)))
            (br $token)))
        (local.set $id (i32.add (local.get $sum) (i32.shl (local.get $column) (i32.const 3))))
        (v128.store offset=0 (local.get $id) (local.get $a0))
        (v128.store offset=16 (local.get $id) (local.get $a1))
        (v128.store offset=32 (local.get $id) (local.get $a2))
        (v128.store offset=48 (local.get $id) (local.get $a3))
        (v128.store offset=64 (local.get $id) (local.get $a4))
        (v128.store offset=80 (local.get $id) (local.get $a5))
        (v128.store offset=96 (local.get $id) (local.get $a6))
        (v128.store offset=112 (local.get $id) (local.get $a7))
        (local.set $column (i32.add (local.get $column) (i32.const 16)))
        (br $sixteen)))))
