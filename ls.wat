(module
 (type $0 (func (param i32 i32) (result i32)))
 (type $1 (func (param i32 i32) (result i64)))
 (type $2 (func (param i64 i32) (result i64)))
 (type $3 (func (param i32) (result i32)))
 (type $4 (func (param i32)))
 (import "env" "memory" (memory $mimport$0 1))
 (global $global$0 (mut i32) (i32.const 0))
 (global $global$1 (mut i32) (i32.const 0))
 (global $global$2 (mut i32) (i32.const 0))
 (global $global$3 (mut i32) (i32.const 0))
 (global $global$4 (mut i32) (i32.const 0))
 (global $global$5 (mut i32) (i32.const 0))
 (global $global$6 (mut i32) (i32.const 0))
 (global $global$7 (mut i32) (i32.const 0))
 (global $global$8 (mut i32) (i32.const 0))
 (global $global$9 (mut i32) (i32.const 0))
 (global $global$10 (mut i32) (i32.const 0))
 (global $global$11 (mut i32) (i32.const 0))
 (global $global$12 (mut i32) (i32.const 0))
 (global $global$13 (mut i32) (i32.const 0))
 (global $global$14 (mut i32) (i32.const 0))
 (export "data" (func $7))
 (export "recross" (func $6))
 (export "stopped" (func $5))
 (export "follow" (func $4))
 (export "settle" (func $3))
 (export "smooth" (func $2))
 (export "memory" (memory $mimport$0))
 (func $0 (param $0 i32) (param $1 i32) (result i64)
  (local $2 i32)
  (local $3 i32)
  (local $4 i32)
  (local $5 i32)
  (local $6 i32)
  (local $7 i32)
  (local $8 i32)
  (local $9 i32)
  (local.set $3
   (i32.and
    (i32.load
     (local.tee $2
      (i32.add
       (local.tee $3
        (i32.shl
         (local.get $1)
         (i32.const 2)
        )
       )
       (global.get $global$0)
      )
     )
    )
    (i32.xor
     (local.tee $5
      (i32.load
       (local.tee $4
        (i32.add
         (local.get $0)
         (local.get $3)
        )
       )
      )
     )
     (i32.const -1)
    )
   )
  )
  (local.set $1
   (i32.or
    (i32.or
     (i32.and
      (local.tee $7
       (i32.sub
        (i32.const 0)
        (i32.and
         (local.tee $6
          (i32.load8_u
           (i32.add
            (global.get $global$1)
            (local.get $1)
           )
          )
         )
         (i32.const 1)
        )
       )
      )
      (i32.shr_u
       (local.tee $8
        (i32.load
         (i32.sub
          (local.get $4)
          (i32.const 4)
         )
        )
       )
       (i32.const 31)
      )
     )
     (i32.and
      (local.tee $9
       (i32.sub
        (i32.const 0)
        (i32.shr_u
         (i32.and
          (local.get $6)
          (i32.const 2)
         )
         (i32.const 1)
        )
       )
      )
      (i32.shl
       (local.tee $0
        (i32.load offset=4
         (local.get $4)
        )
       )
       (i32.const 31)
      )
     )
    )
    (i32.or
     (i32.shl
      (local.get $5)
      (i32.const 1)
     )
     (i32.shr_u
      (local.get $5)
      (i32.const 1)
     )
    )
   )
  )
  (local.set $0
   (i32.or
    (i32.or
     (i32.and
      (i32.shr_u
       (i32.and
        (i32.load
         (i32.sub
          (local.get $2)
          (i32.const 4)
         )
        )
        (i32.xor
         (local.get $8)
         (i32.const -1)
        )
       )
       (i32.const 31)
      )
      (local.get $7)
     )
     (i32.and
      (i32.shl
       (i32.and
        (i32.load offset=4
         (local.get $2)
        )
        (i32.xor
         (local.get $0)
         (i32.const -1)
        )
       )
       (i32.const 31)
      )
      (local.get $9)
     )
    )
    (i32.or
     (i32.shl
      (local.get $3)
      (i32.const 1)
     )
     (i32.shr_u
      (local.get $3)
      (i32.const 1)
     )
    )
   )
  )
  (local.set $0
   (if (result i32)
    (i32.eq
     (i32.and
      (local.get $6)
      (i32.const 60)
     )
     (i32.const 60)
    )
    (then
     (local.set $1
      (i32.or
       (local.get $1)
       (i32.or
        (local.tee $6
         (i32.load
          (i32.add
           (local.tee $1
            (i32.shl
             (global.get $global$3)
             (i32.const 2)
            )
           )
           (local.get $4)
          )
         )
        )
        (i32.or
         (local.tee $7
          (i32.load
           (i32.sub
            (local.get $4)
            (local.get $1)
           )
          )
         )
         (i32.or
          (local.tee $8
           (i32.load
            (i32.sub
             (local.get $4)
             (local.tee $1
              (i32.shl
               (global.get $global$2)
               (i32.const 2)
              )
             )
            )
           )
          )
          (local.tee $4
           (i32.load
            (i32.add
             (local.get $1)
             (local.get $4)
            )
           )
          )
         )
        )
       )
      )
     )
     (if (result i32)
      (global.get $global$4)
      (then
       (i32.or
        (local.get $0)
        (i32.xor
         (i32.and
          (i32.and
           (i32.and
            (local.get $4)
            (local.get $8)
           )
           (local.get $7)
          )
          (local.get $6)
         )
         (i32.const -1)
        )
       )
      )
      (else
       (i32.or
        (local.get $0)
        (i32.or
         (i32.and
          (i32.load
           (i32.add
            (local.tee $0
             (i32.shl
              (global.get $global$3)
              (i32.const 2)
             )
            )
            (local.get $2)
           )
          )
          (i32.xor
           (local.get $6)
           (i32.const -1)
          )
         )
         (i32.or
          (i32.and
           (i32.load
            (i32.sub
             (local.get $2)
             (local.get $0)
            )
           )
           (i32.xor
            (local.get $7)
            (i32.const -1)
           )
          )
          (i32.or
           (i32.and
            (i32.load
             (i32.sub
              (local.get $2)
              (local.tee $0
               (i32.shl
                (global.get $global$2)
                (i32.const 2)
               )
              )
             )
            )
            (i32.xor
             (local.get $8)
             (i32.const -1)
            )
           )
           (i32.and
            (i32.load
             (i32.add
              (local.get $0)
              (local.get $2)
             )
            )
            (i32.xor
             (local.get $4)
             (i32.const -1)
            )
           )
          )
         )
        )
       )
      )
     )
    )
    (else
     (if
      (i32.and
       (local.get $6)
       (i32.const 4)
      )
      (then
       (local.set $1
        (i32.or
         (local.tee $8
          (i32.load
           (i32.sub
            (local.get $4)
            (local.tee $7
             (i32.shl
              (global.get $global$2)
              (i32.const 2)
             )
            )
           )
          )
         )
         (local.get $1)
        )
       )
       (local.set $0
        (i32.or
         (local.get $0)
         (i32.and
          (i32.load
           (i32.sub
            (local.get $2)
            (local.get $7)
           )
          )
          (i32.xor
           (local.get $8)
           (i32.const -1)
          )
         )
        )
       )
      )
     )
     (if
      (i32.and
       (local.get $6)
       (i32.const 8)
      )
      (then
       (local.set $1
        (i32.or
         (local.tee $8
          (i32.load
           (i32.add
            (local.tee $7
             (i32.shl
              (global.get $global$2)
              (i32.const 2)
             )
            )
            (local.get $4)
           )
          )
         )
         (local.get $1)
        )
       )
       (local.set $0
        (i32.or
         (local.get $0)
         (i32.and
          (i32.load
           (i32.add
            (local.get $2)
            (local.get $7)
           )
          )
          (i32.xor
           (local.get $8)
           (i32.const -1)
          )
         )
        )
       )
      )
     )
     (if
      (i32.and
       (local.get $6)
       (i32.const 16)
      )
      (then
       (local.set $1
        (i32.or
         (local.tee $8
          (i32.load
           (i32.sub
            (local.get $4)
            (local.tee $7
             (i32.shl
              (global.get $global$3)
              (i32.const 2)
             )
            )
           )
          )
         )
         (local.get $1)
        )
       )
       (local.set $0
        (i32.or
         (local.get $0)
         (i32.and
          (i32.load
           (i32.sub
            (local.get $2)
            (local.get $7)
           )
          )
          (i32.xor
           (local.get $8)
           (i32.const -1)
          )
         )
        )
       )
      )
     )
     (if (result i32)
      (i32.and
       (local.get $6)
       (i32.const 32)
      )
      (then
       (local.set $1
        (i32.or
         (local.tee $4
          (i32.load
           (i32.add
            (local.tee $6
             (i32.shl
              (global.get $global$3)
              (i32.const 2)
             )
            )
            (local.get $4)
           )
          )
         )
         (local.get $1)
        )
       )
       (i32.or
        (local.get $0)
        (i32.and
         (i32.load
          (i32.add
           (local.get $2)
           (local.get $6)
          )
         )
         (i32.xor
          (local.get $4)
          (i32.const -1)
         )
        )
       )
      )
      (else
       (local.get $0)
      )
     )
    )
   )
  )
  (i64.or
   (i64.extend_i32_u
    (i32.and
     (local.get $1)
     (local.get $3)
    )
   )
   (i64.shl
    (i64.extend_i32_u
     (i32.and
      (local.get $0)
      (local.get $5)
     )
    )
    (i64.const 32)
   )
  )
 )
 (func $1 (param $0 i64) (param $1 i32) (result i64)
  (local $2 i32)
  (local $3 i32)
  (local $4 i32)
  (local $5 i32)
  (local $6 i32)
  (local $7 i32)
  (local $8 i32)
  (local $9 i32)
  (local.set $2
   (i32.or
    (i32.wrap_i64
     (local.get $0)
    )
    (i32.wrap_i64
     (i64.shr_u
      (local.get $0)
      (i64.const 32)
     )
    )
   )
  )
  (loop $label1
   (if
    (local.get $2)
    (then
     (local.set $5
      (i32.const 0)
     )
     (local.set $3
      (global.get $global$10)
     )
     (local.set $4
      (i32.add
       (local.tee $7
        (i32.ctz
         (local.get $2)
        )
       )
       (local.get $1)
      )
     )
     (local.set $6
      (global.get $global$6)
     )
     (loop $label
      (if
       (i32.lt_s
        (local.get $5)
        (global.get $global$9)
       )
       (then
        (local.set $3
         (i32.add
          (local.get $3)
          (i32.load
           (i32.add
            (local.get $6)
            (i32.shl
             (if (result i32)
              (global.get $global$11)
              (then
               (i32.load16_u
                (i32.add
                 (global.get $global$5)
                 (i32.shl
                  (local.get $4)
                  (i32.const 1)
                 )
                )
               )
              )
              (else
               (i32.load8_u
                (i32.add
                 (global.get $global$5)
                 (local.get $4)
                )
               )
              )
             )
             (i32.const 2)
            )
           )
          )
         )
        )
        (local.set $5
         (i32.add
          (local.get $5)
          (i32.const 1)
         )
        )
        (local.set $4
         (i32.add
          (local.get $4)
          (global.get $global$8)
         )
        )
        (local.set $6
         (i32.add
          (local.get $6)
          (i32.shl
           (global.get $global$7)
           (i32.const 2)
          )
         )
        )
        (br $label)
       )
      )
     )
     (local.set $8
      (i32.or
       (local.get $8)
       (i32.shl
        (i32.gt_s
         (local.get $3)
         (i32.const 0)
        )
        (local.get $7)
       )
      )
     )
     (local.set $9
      (i32.or
       (local.get $9)
       (i32.shl
        (i32.lt_s
         (local.get $3)
         (i32.const 0)
        )
        (local.get $7)
       )
      )
     )
     (local.set $2
      (i32.and
       (local.get $2)
       (i32.sub
        (local.get $2)
        (i32.const 1)
       )
      )
     )
     (br $label1)
    )
   )
  )
  (i64.and
   (local.get $0)
   (i64.or
    (i64.extend_i32_u
     (local.get $8)
    )
    (i64.shl
     (i64.extend_i32_u
      (local.get $9)
     )
     (i64.const 32)
    )
   )
  )
 )
 (func $2 (param $0 i32) (param $1 i32) (result i32)
  (local $2 i64)
  (local $3 i32)
  (local $4 i32)
  (local $5 i32)
  (local $6 i32)
  (local $7 i32)
  (local $8 i32)
  (local $9 i32)
  (local $10 i32)
  (local $11 i32)
  (local $12 i32)
  (local $13 i32)
  (local $14 i32)
  (local $15 i32)
  (local $16 i32)
  (global.set $global$0
   (i32.load
    (i32.const 1084)
   )
  )
  (global.set $global$1
   (i32.load
    (i32.const 1088)
   )
  )
  (global.set $global$2
   (i32.load
    (i32.const 1024)
   )
  )
  (global.set $global$3
   (i32.load
    (i32.const 1028)
   )
  )
  (global.set $global$4
   (i32.ne
    (i32.load
     (i32.const 1164)
    )
    (i32.const 0)
   )
  )
  (global.set $global$12
   (i32.load
    (i32.const 1148)
   )
  )
  (global.set $global$13
   (i32.load
    (i32.const 1064)
   )
  )
  (global.set $global$14
   (i32.ne
    (i32.load
     (i32.const 1048)
    )
    (i32.const 0)
   )
  )
  (local.set $10
   (i32.load
    (i32.const 1076)
   )
  )
  (local.set $11
   (i32.load
    (i32.const 1080)
   )
  )
  (local.set $12
   (i32.load
    (i32.const 1100)
   )
  )
  (local.set $13
   (i32.load
    (i32.const 1092)
   )
  )
  (local.set $5
   (local.tee $14
    (i32.load
     (i32.const 1096)
    )
   )
  )
  (loop $label1
   (if
    (i32.gt_u
     (local.get $1)
     (local.get $6)
    )
    (then
     (block $block
      (br_if $block
       (i64.eqz
        (local.tee $2
         (call $0
          (local.get $10)
          (local.tee $7
           (i32.load
            (i32.add
             (local.get $0)
             (i32.shl
              (local.get $6)
              (i32.const 2)
             )
            )
           )
          )
         )
        )
       )
      )
      (local.set $15
       (i32.load
        (i32.add
         (local.get $13)
         (i32.shl
          (local.get $7)
          (i32.const 2)
         )
        )
       )
      )
      (local.set $3
       (i32.const 0)
      )
      (local.set $8
       (i32.const 0)
      )
      (local.set $4
       (i32.or
        (i32.wrap_i64
         (local.get $2)
        )
        (i32.wrap_i64
         (i64.shr_u
          (local.get $2)
          (i64.const 32)
         )
        )
       )
      )
      (loop $label
       (if
        (local.get $4)
        (then
         (local.set $16
          (i32.add
           (local.get $15)
           (local.tee $9
            (i32.ctz
             (local.get $4)
            )
           )
          )
         )
         (local.set $3
          (i32.or
           (local.get $3)
           (i32.shl
            (i32.gt_u
             (local.tee $16
              (i32.shl
               (if (result i32)
                (global.get $global$14)
                (then
                 (i32.load
                  (i32.add
                   (global.get $global$12)
                   (i32.shl
                    (local.get $16)
                    (i32.const 2)
                   )
                  )
                 )
                )
                (else
                 (i32.load16_u
                  (i32.add
                   (global.get $global$12)
                   (i32.shl
                    (local.get $16)
                    (i32.const 1)
                   )
                  )
                 )
                )
               )
               (i32.const 1)
              )
             )
             (global.get $global$13)
            )
            (local.get $9)
           )
          )
         )
         (local.set $8
          (i32.or
           (local.get $8)
           (i32.shl
            (i32.lt_u
             (local.get $16)
             (global.get $global$13)
            )
            (local.get $9)
           )
          )
         )
         (local.set $4
          (i32.and
           (local.get $4)
           (i32.sub
            (local.get $4)
            (i32.const 1)
           )
          )
         )
         (br $label)
        )
       )
      )
      (br_if $block
       (i64.eqz
        (local.tee $2
         (i64.and
          (local.get $2)
          (i64.or
           (i64.extend_i32_u
            (local.get $3)
           )
           (i64.shl
            (i64.extend_i32_u
             (local.get $8)
            )
            (i64.const 32)
           )
          )
         )
        )
       )
      )
      (i32.store
       (local.tee $4
        (i32.add
         (local.get $11)
         (local.tee $3
          (i32.shl
           (local.get $7)
           (i32.const 2)
          )
         )
        )
       )
       (i32.or
        (i32.load
         (local.get $4)
        )
        (i32.wrap_i64
         (local.get $2)
        )
       )
      )
      (i64.store32
       (i32.add
        (local.get $3)
        (local.get $12)
       )
       (i64.shr_u
        (local.get $2)
        (i64.const 32)
       )
      )
      (i32.store
       (local.get $5)
       (local.get $7)
      )
      (local.set $5
       (i32.add
        (local.get $5)
        (i32.const 4)
       )
      )
     )
     (local.set $6
      (i32.add
       (local.get $6)
       (i32.const 1)
      )
     )
     (br $label1)
    )
   )
  )
  (i32.shr_u
   (i32.sub
    (local.get $5)
    (local.get $14)
   )
   (i32.const 2)
  )
 )
 (func $3 (param $0 i32) (result i32)
  (local $1 i32)
  (local $2 i32)
  (local $3 i32)
  (local $4 i32)
  (local $5 i32)
  (local $6 i32)
  (local $7 i32)
  (local $8 i32)
  (local $9 i32)
  (local $10 i32)
  (local $11 i32)
  (local $12 i32)
  (local $13 i32)
  (local $14 i32)
  (local $15 i32)
  (local $16 i32)
  (local $17 i32)
  (local $18 i32)
  (local $19 i32)
  (local $20 i32)
  (local $21 i32)
  (local $22 i32)
  (local $23 i32)
  (local $24 i32)
  (local $25 i32)
  (local $26 i32)
  (local $27 i32)
  (local $28 i32)
  (local $29 i32)
  (local $30 i32)
  (local $31 i32)
  (local $32 i32)
  (local $33 i64)
  (local $34 i64)
  (local $35 i64)
  (local $36 i64)
  (global.set $global$0
   (i32.load
    (i32.const 1084)
   )
  )
  (global.set $global$1
   (local.tee $32
    (i32.load
     (i32.const 1088)
    )
   )
  )
  (global.set $global$2
   (i32.load
    (i32.const 1024)
   )
  )
  (global.set $global$3
   (i32.load
    (i32.const 1028)
   )
  )
  (global.set $global$4
   (i32.ne
    (i32.load
     (i32.const 1164)
    )
    (i32.const 0)
   )
  )
  (local.set $28
   (i32.load
    (i32.const 1076)
   )
  )
  (local.set $27
   (i32.load
    (i32.const 1080)
   )
  )
  (local.set $16
   (i32.load
    (i32.const 1100)
   )
  )
  (local.set $20
   (i32.load
    (i32.const 1096)
   )
  )
  (local.set $15
   (i32.load
    (i32.const 1092)
   )
  )
  (local.set $14
   (i32.load
    (i32.const 1108)
   )
  )
  (local.set $13
   (i32.load
    (i32.const 1112)
   )
  )
  (local.set $26
   (i32.load
    (i32.const 1116)
   )
  )
  (local.set $25
   (i32.load
    (i32.const 1120)
   )
  )
  (local.set $24
   (i32.load
    (i32.const 1124)
   )
  )
  (local.set $23
   (i32.load
    (i32.const 1128)
   )
  )
  (local.set $12
   (i32.ne
    (i32.load
     (i32.const 1060)
    )
    (i32.const 0)
   )
  )
  (local.set $10
   (i32.shl
    (local.tee $11
     (i32.sub
      (i32.shl
       (i32.const 1)
       (local.tee $1
        (select
         (i32.const 1)
         (local.tee $1
          (i32.load
           (i32.const 1068)
          )
         )
         (i32.le_s
          (local.get $1)
          (i32.const 1)
         )
        )
       )
      )
      (i32.const 1)
     )
    )
    (i32.sub
     (i32.const 32)
     (local.get $1)
    )
   )
  )
  (loop $label2
   (if
    (i32.gt_u
     (local.get $0)
     (local.get $22)
    )
    (then
     (local.set $1
      (i32.load
       (i32.add
        (local.get $16)
        (local.tee $2
         (i32.shl
          (local.tee $6
           (i32.load
            (i32.add
             (local.get $20)
             (i32.shl
              (local.get $22)
              (i32.const 2)
             )
            )
           )
          )
          (i32.const 2)
         )
        )
       )
      )
     )
     (local.set $2
      (i32.load
       (i32.add
        (local.get $2)
        (local.get $27)
       )
      )
     )
     (if
      (local.get $1)
      (then
       (local.set $2
        (i32.and
         (local.get $2)
         (i32.xor
          (i32.and
           (local.get $1)
           (i32.wrap_i64
            (i64.shr_u
             (call $0
              (local.get $27)
              (local.get $6)
             )
             (i64.const 32)
            )
           )
          )
          (i32.const -1)
         )
        )
       )
      )
     )
     (if
      (local.tee $1
       (i32.xor
        (local.get $2)
        (local.tee $9
         (i32.load
          (i32.add
           (local.tee $3
            (i32.shl
             (local.get $6)
             (i32.const 2)
            )
           )
           (local.get $28)
          )
         )
        )
       )
      )
      (then
       (if
        (local.get $12)
        (then
         (local.set $29
          (i32.load
           (i32.add
            (local.get $3)
            (local.get $15)
           )
          )
         )
         (local.set $19
          (i32.load
           (i32.const 1144)
          )
         )
         (local.set $8
          (i32.load
           (i32.const 1036)
          )
         )
         (local.set $7
          (i32.load
           (i32.const 1040)
          )
         )
         (local.set $5
          (i32.ne
           (i32.load
            (i32.const 1044)
           )
           (i32.const 0)
          )
         )
         (f64.store
          (local.tee $3
           (i32.load
            (i32.const 1136)
           )
          )
          (f64.add
           (f64.load
            (local.get $3)
           )
           (f64.sub
            (f64.mul
             (f64.convert_i32_s
              (i32.popcnt
               (i32.and
                (local.get $1)
                (local.get $2)
               )
              )
             )
             (f64.const 2)
            )
            (f64.convert_i32_s
             (i32.popcnt
              (local.get $1)
             )
            )
           )
          )
         )
         (local.set $21
          (i32.const 0)
         )
         (local.set $30
          (i32.add
           (local.get $3)
           (i32.const 8)
          )
         )
         (loop $label1
          (if
           (i32.gt_s
            (local.get $7)
            (local.get $21)
           )
           (then
            (local.set $36
             (i64.const 0)
            )
            (local.set $35
             (i64.const 0)
            )
            (local.set $3
             (local.get $1)
            )
            (loop $label
             (if
              (local.get $3)
              (then
               (local.set $18
                (i32.add
                 (local.tee $4
                  (i32.ctz
                   (local.get $3)
                  )
                 )
                 (local.get $29)
                )
               )
               (local.set $36
                (i64.add
                 (local.get $36)
                 (local.tee $33
                  (i64.mul
                   (local.tee $34
                    (if (result i64)
                     (local.get $5)
                     (then
                      (i64.load16_u
                       (i32.add
                        (local.get $19)
                        (i32.shl
                         (local.get $18)
                         (i32.const 1)
                        )
                       )
                      )
                     )
                     (else
                      (i64.load8_u
                       (i32.add
                        (local.get $18)
                        (local.get $19)
                       )
                      )
                     )
                    )
                   )
                   (select
                    (i64.const 1)
                    (i64.const -1)
                    (i32.and
                     (i32.shr_u
                      (local.get $2)
                      (local.get $4)
                     )
                     (i32.const 1)
                    )
                   )
                  )
                 )
                )
               )
               (local.set $35
                (i64.add
                 (local.get $35)
                 (i64.mul
                  (local.get $33)
                  (local.get $34)
                 )
                )
               )
               (local.set $3
                (i32.and
                 (local.get $3)
                 (i32.sub
                  (local.get $3)
                  (i32.const 1)
                 )
                )
               )
               (br $label)
              )
             )
            )
            (f64.store
             (local.get $30)
             (f64.add
              (f64.load
               (local.get $30)
              )
              (f64.convert_i64_s
               (local.get $36)
              )
             )
            )
            (f64.store offset=8
             (local.get $30)
             (f64.add
              (f64.load offset=8
               (local.get $30)
              )
              (f64.convert_i64_s
               (local.get $35)
              )
             )
            )
            (local.set $21
             (i32.add
              (local.get $21)
              (i32.const 1)
             )
            )
            (local.set $29
             (i32.add
              (local.get $8)
              (local.get $29)
             )
            )
            (local.set $30
             (i32.add
              (local.get $30)
              (i32.const 16)
             )
            )
            (br $label1)
           )
          )
         )
        )
       )
       (local.set $17
        (i32.add
         (local.get $17)
         (i32.sub
          (i32.popcnt
           (local.get $2)
          )
          (i32.popcnt
           (local.get $9)
          )
         )
        )
       )
       (i32.store
        (i32.add
         (local.get $28)
         (i32.shl
          (local.get $6)
          (i32.const 2)
         )
        )
        (local.get $2)
       )
       (if
        (i32.eqz
         (i32.load8_u
          (local.tee $2
           (i32.add
            (local.get $6)
            (local.get $13)
           )
          )
         )
        )
        (then
         (i32.store8
          (local.get $2)
          (i32.const 1)
         )
         (i32.store
          (i32.add
           (local.get $14)
           (i32.shl
            (local.tee $2
             (i32.load
              (local.tee $3
               (i32.load
                (i32.const 1132)
               )
              )
             )
            )
            (i32.const 2)
           )
          )
          (local.get $6)
         )
         (i32.store
          (local.get $3)
          (i32.add
           (local.get $2)
           (i32.const 1)
          )
         )
        )
       )
       (if
        (i32.eqz
         (i32.load8_u
          (local.tee $2
           (i32.add
            (local.get $6)
            (local.get $25)
           )
          )
         )
        )
        (then
         (i32.store8
          (local.get $2)
          (i32.const 1)
         )
         (i32.store
          (i32.add
           (local.get $26)
           (i32.shl
            (local.tee $2
             (i32.load
              (i32.add
               (local.tee $3
                (i32.load
                 (i32.const 1132)
                )
               )
               (i32.const 4)
              )
             )
            )
            (i32.const 2)
           )
          )
          (local.get $6)
         )
         (i32.store offset=4
          (local.get $3)
          (i32.add
           (local.get $2)
           (i32.const 1)
          )
         )
        )
       )
       (if
        (i32.eqz
         (i32.load8_u
          (local.tee $2
           (i32.add
            (local.get $6)
            (local.get $23)
           )
          )
         )
        )
        (then
         (i32.store8
          (local.get $2)
          (i32.const 1)
         )
         (i32.store
          (i32.add
           (local.get $24)
           (i32.shl
            (local.tee $2
             (i32.load
              (i32.add
               (local.tee $3
                (i32.load
                 (i32.const 1132)
                )
               )
               (i32.const 8)
              )
             )
            )
            (i32.const 2)
           )
          )
          (local.get $6)
         )
         (i32.store offset=8
          (local.get $3)
          (i32.add
           (local.get $2)
           (i32.const 1)
          )
         )
        )
       )
       (if
        (i32.and
         (local.tee $5
          (i32.load8_u
           (i32.add
            (local.get $6)
            (local.get $32)
           )
          )
         )
         (i32.const 1)
        )
        (then
         (if
          (i32.and
           (local.get $1)
           (i32.const 1)
          )
          (then
           (if
            (i32.eqz
             (i32.load8_u
              (local.tee $2
               (i32.add
                (local.tee $4
                 (i32.sub
                  (local.get $6)
                  (i32.const 1)
                 )
                )
                (local.get $25)
               )
              )
             )
            )
            (then
             (i32.store8
              (local.get $2)
              (i32.const 1)
             )
             (i32.store
              (i32.add
               (local.get $26)
               (i32.shl
                (local.tee $2
                 (i32.load
                  (i32.add
                   (local.tee $3
                    (i32.load
                     (i32.const 1132)
                    )
                   )
                   (i32.const 4)
                  )
                 )
                )
                (i32.const 2)
               )
              )
              (local.get $4)
             )
             (i32.store offset=4
              (local.get $3)
              (i32.add
               (local.get $2)
               (i32.const 1)
              )
             )
            )
           )
          )
         )
         (if
          (i32.and
           (local.get $1)
           (local.get $11)
          )
          (then
           (if
            (i32.eqz
             (i32.load8_u
              (local.tee $2
               (i32.add
                (local.tee $4
                 (i32.sub
                  (local.get $6)
                  (i32.const 1)
                 )
                )
                (local.get $23)
               )
              )
             )
            )
            (then
             (i32.store8
              (local.get $2)
              (i32.const 1)
             )
             (i32.store
              (i32.add
               (local.get $24)
               (i32.shl
                (local.tee $2
                 (i32.load
                  (i32.add
                   (local.tee $3
                    (i32.load
                     (i32.const 1132)
                    )
                   )
                   (i32.const 8)
                  )
                 )
                )
                (i32.const 2)
               )
              )
              (local.get $4)
             )
             (i32.store offset=8
              (local.get $3)
              (i32.add
               (local.get $2)
               (i32.const 1)
              )
             )
            )
           )
          )
         )
        )
       )
       (if
        (i32.and
         (local.get $5)
         (i32.const 2)
        )
        (then
         (if
          (i32.shr_u
           (local.get $1)
           (i32.const 31)
          )
          (then
           (if
            (i32.eqz
             (i32.load8_u
              (local.tee $2
               (i32.add
                (local.tee $4
                 (i32.add
                  (local.get $6)
                  (i32.const 1)
                 )
                )
                (local.get $25)
               )
              )
             )
            )
            (then
             (i32.store8
              (local.get $2)
              (i32.const 1)
             )
             (i32.store
              (i32.add
               (local.get $26)
               (i32.shl
                (local.tee $2
                 (i32.load
                  (i32.add
                   (local.tee $3
                    (i32.load
                     (i32.const 1132)
                    )
                   )
                   (i32.const 4)
                  )
                 )
                )
                (i32.const 2)
               )
              )
              (local.get $4)
             )
             (i32.store offset=4
              (local.get $3)
              (i32.add
               (local.get $2)
               (i32.const 1)
              )
             )
            )
           )
          )
         )
         (if
          (i32.and
           (local.get $1)
           (local.get $10)
          )
          (then
           (if
            (i32.eqz
             (i32.load8_u
              (local.tee $1
               (i32.add
                (local.tee $3
                 (i32.add
                  (local.get $6)
                  (i32.const 1)
                 )
                )
                (local.get $23)
               )
              )
             )
            )
            (then
             (i32.store8
              (local.get $1)
              (i32.const 1)
             )
             (i32.store
              (i32.add
               (local.get $24)
               (i32.shl
                (local.tee $1
                 (i32.load
                  (i32.add
                   (local.tee $2
                    (i32.load
                     (i32.const 1132)
                    )
                   )
                   (i32.const 8)
                  )
                 )
                )
                (i32.const 2)
               )
              )
              (local.get $3)
             )
             (i32.store offset=8
              (local.get $2)
              (i32.add
               (local.get $1)
               (i32.const 1)
              )
             )
            )
           )
          )
         )
        )
       )
      )
     )
     (local.set $22
      (i32.add
       (local.get $22)
       (i32.const 1)
      )
     )
     (br $label2)
    )
   )
  )
  (loop $label3
   (if
    (i32.gt_u
     (local.get $0)
     (local.get $31)
    )
    (then
     (i32.store
      (i32.add
       (local.get $27)
       (local.tee $1
        (i32.shl
         (i32.load
          (i32.add
           (local.get $20)
           (i32.shl
            (local.get $31)
            (i32.const 2)
           )
          )
         )
         (i32.const 2)
        )
       )
      )
      (i32.load
       (i32.add
        (local.get $1)
        (local.get $28)
       )
      )
     )
     (local.set $31
      (i32.add
       (local.get $31)
       (i32.const 1)
      )
     )
     (br $label3)
    )
   )
  )
  (local.get $17)
 )
 (func $4 (param $0 i32) (param $1 i32) (result i32)
  (local $2 i32)
  (local $3 i32)
  (local $4 i32)
  (local $5 i32)
  (local $6 i32)
  (local $7 i32)
  (local $8 i32)
  (local $9 i32)
  (local $10 i32)
  (local $11 i32)
  (local $12 i32)
  (local $13 i32)
  (local $14 i32)
  (local $15 i32)
  (local $16 i32)
  (local $17 i32)
  (local $18 i32)
  (local $19 i32)
  (local $20 i32)
  (local $21 i32)
  (local $22 i32)
  (local $23 i32)
  (local $24 i32)
  (local $25 i32)
  (local $26 i32)
  (local $27 i32)
  (local $28 i32)
  (local $29 v128)
  (local.set $19
   (i32.load
    (i32.const 1076)
   )
  )
  (local.set $18
   (i32.load
    (i32.const 1152)
   )
  )
  (local.set $17
   (i32.load
    (i32.const 1092)
   )
  )
  (local.set $16
   (i32.load
    (i32.const 1088)
   )
  )
  (local.set $15
   (i32.load
    (i32.const 1100)
   )
  )
  (local.set $14
   (i32.load
    (i32.const 1024)
   )
  )
  (local.set $13
   (i32.load
    (i32.const 1032)
   )
  )
  (local.set $12
   (i32.load
    (i32.const 1148)
   )
  )
  (local.set $4
   (i32.load
    (i32.const 1156)
   )
  )
  (local.set $3
   (i32.load
    (i32.const 1160)
   )
  )
  (local.set $11
   (i32.load
    (i32.const 1072)
   )
  )
  (local.set $20
   (i32.sub
    (i32.shl
     (i32.const 1)
     (i32.sub
      (i32.const 8)
      (i32.shl
       (local.tee $24
        (i32.load
         (i32.const 1068)
        )
       )
       (i32.const 1)
      )
     )
    )
    (i32.const 1)
   )
  )
  (local.set $2
   (local.tee $10
    (i32.load
     (i32.const 1096)
    )
   )
  )
  (loop $label3
   (if
    (i32.gt_u
     (local.get $1)
     (local.get $23)
    )
    (then
     (if
      (local.tee $7
       (i32.xor
        (local.tee $22
         (i32.load
          (i32.add
           (local.get $19)
           (local.tee $6
            (i32.shl
             (local.tee $5
              (i32.load
               (i32.add
                (local.get $0)
                (i32.shl
                 (local.get $23)
                 (i32.const 2)
                )
               )
              )
             )
             (i32.const 2)
            )
           )
          )
         )
        )
        (i32.load
         (local.tee $6
          (i32.add
           (local.get $6)
           (local.get $18)
          )
         )
        )
       )
      )
      (then
       (i32.store
        (local.get $6)
        (local.get $22)
       )
       (if
        (i32.ne
         (local.tee $25
          (if (result i32)
           (i32.and
            (i32.load8_u
             (i32.add
              (local.get $5)
              (local.get $16)
             )
            )
            (i32.const 64)
           )
           (then
            (if (result i32)
             (i32.lt_s
              (local.tee $8
               (select
                (local.tee $8
                 (i32.sub
                  (local.get $24)
                  (local.tee $6
                   (i32.shl
                    (i32.rem_u
                     (local.get $5)
                     (local.get $14)
                    )
                    (i32.const 5)
                   )
                  )
                 )
                )
                (i32.const 0)
                (i32.ge_s
                 (local.get $8)
                 (i32.const 0)
                )
               )
              )
              (local.tee $6
               (select
                (i32.const 32)
                (local.tee $6
                 (i32.sub
                  (i32.sub
                   (local.get $13)
                   (local.get $24)
                  )
                  (local.get $6)
                 )
                )
                (i32.gt_s
                 (local.get $6)
                 (i32.const 32)
                )
               )
              )
             )
             (then
              (i32.and
               (i32.and
                (local.get $7)
                (i32.shl
                 (i32.const -1)
                 (local.get $8)
                )
               )
               (i32.shr_u
                (i32.const -1)
                (i32.sub
                 (i32.const 32)
                 (local.get $6)
                )
               )
              )
             )
             (else
              (i32.const 0)
             )
            )
           )
           (else
            (i32.const 0)
           )
          )
         )
         (local.get $7)
        )
        (then
         (i32.store
          (local.get $2)
          (local.get $5)
         )
         (i32.store
          (i32.add
           (local.get $15)
           (i32.shl
            (local.get $5)
            (i32.const 2)
           )
          )
          (i32.and
           (local.get $7)
           (i32.xor
            (local.get $25)
            (i32.const -1)
           )
          )
         )
         (local.set $2
          (i32.add
           (local.get $2)
           (i32.const 4)
          )
         )
        )
       )
       (local.set $9
        (i32.add
         (local.get $12)
         (i32.shl
          (i32.sub
           (i32.load
            (i32.add
             (local.get $17)
             (i32.shl
              (local.get $5)
              (i32.const 2)
             )
            )
           )
           (local.get $24)
          )
          (i32.const 1)
         )
        )
       )
       (loop $label2
        (if
         (local.get $25)
         (then
          (local.set $25
           (i32.xor
            (local.get $25)
            (i32.shl
             (local.tee $6
              (i32.and
               (i32.shr_u
                (local.get $25)
                (local.tee $5
                 (i32.ctz
                  (local.get $25)
                 )
                )
               )
               (local.get $20)
              )
             )
             (local.get $5)
            )
           )
          )
          (local.set $26
           (i32.add
            (local.get $9)
            (i32.shl
             (local.get $5)
             (i32.const 1)
            )
           )
          )
          (local.set $27
           (i32.sub
            (local.get $6)
            (local.tee $8
             (i32.and
              (local.get $6)
              (i32.shr_u
               (local.get $22)
               (local.get $5)
              )
             )
            )
           )
          )
          (local.set $6
           (local.get $3)
          )
          (local.set $5
           (local.get $4)
          )
          (local.set $21
           (i32.const 0)
          )
          (loop $label1
           (if
            (i32.gt_s
             (local.get $11)
             (local.get $21)
            )
            (then
             (local.set $29
              (i16x8.sub
               (v128.load
                (i32.add
                 (local.get $6)
                 (i32.shl
                  (local.get $8)
                  (i32.const 4)
                 )
                )
               )
               (v128.load
                (i32.add
                 (local.get $6)
                 (i32.shl
                  (local.get $27)
                  (i32.const 4)
                 )
                )
               )
              )
             )
             (local.set $28
              (i32.add
               (local.get $5)
               (i32.shl
                (i32.load
                 (local.get $5)
                )
                (i32.const 2)
               )
              )
             )
             (loop $label
              (if
               (i32.lt_u
                (local.get $5)
                (local.get $28)
               )
               (then
                (v128.store
                 (local.tee $7
                  (i32.add
                   (local.get $26)
                   (i32.load
                    (local.tee $5
                     (i32.add
                      (local.get $5)
                      (i32.const 4)
                     )
                    )
                   )
                  )
                 )
                 (i16x8.add
                  (v128.load
                   (local.get $7)
                  )
                  (local.get $29)
                 )
                )
                (br $label)
               )
              )
             )
             (local.set $5
              (i32.add
               (local.get $5)
               (i32.const 4)
              )
             )
             (local.set $6
              (i32.add
               (local.get $6)
               (i32.shl
                (i32.add
                 (local.get $20)
                 (i32.const 1)
                )
                (i32.const 4)
               )
              )
             )
             (local.set $21
              (i32.add
               (local.get $21)
               (i32.const 1)
              )
             )
             (br $label1)
            )
           )
          )
          (br $label2)
         )
        )
       )
      )
     )
     (local.set $23
      (i32.add
       (local.get $23)
       (i32.const 1)
      )
     )
     (br $label3)
    )
   )
  )
  (i32.shr_u
   (i32.sub
    (local.get $2)
    (local.get $10)
   )
   (i32.const 2)
  )
 )
 (func $5 (param $0 i32) (param $1 i32) (result i32)
  (local $2 i32)
  (local $3 i32)
  (local $4 i32)
  (local $5 i32)
  (local $6 i64)
  (global.set $global$0
   (i32.load
    (i32.const 1084)
   )
  )
  (global.set $global$1
   (i32.load
    (i32.const 1088)
   )
  )
  (global.set $global$2
   (i32.load
    (i32.const 1024)
   )
  )
  (global.set $global$3
   (i32.load
    (i32.const 1028)
   )
  )
  (global.set $global$4
   (i32.ne
    (i32.load
     (i32.const 1164)
    )
    (i32.const 0)
   )
  )
  (global.set $global$5
   (i32.load
    (i32.const 1144)
   )
  )
  (global.set $global$6
   (i32.load
    (i32.const 1140)
   )
  )
  (global.set $global$7
   (i32.load
    (i32.const 1052)
   )
  )
  (global.set $global$8
   (i32.load
    (i32.const 1036)
   )
  )
  (global.set $global$9
   (i32.load
    (i32.const 1040)
   )
  )
  (global.set $global$10
   (i32.load
    (i32.const 1056)
   )
  )
  (global.set $global$11
   (i32.ne
    (i32.load
     (i32.const 1044)
    )
    (i32.const 0)
   )
  )
  (local.set $3
   (i32.load
    (i32.const 1076)
   )
  )
  (local.set $4
   (i32.load
    (i32.const 1092)
   )
  )
  (loop $label
   (if
    (i32.gt_u
     (local.get $1)
     (local.get $2)
    )
    (then
     (if
      (if (result i32)
       (i64.ne
        (local.tee $6
         (call $0
          (local.get $3)
          (local.tee $5
           (i32.load
            (i32.add
             (local.get $0)
             (i32.shl
              (local.get $2)
              (i32.const 2)
             )
            )
           )
          )
         )
        )
        (i64.const 0)
       )
       (then
        (i64.ne
         (call $1
          (local.get $6)
          (i32.load
           (i32.add
            (local.get $4)
            (i32.shl
             (local.get $5)
             (i32.const 2)
            )
           )
          )
         )
         (i64.const 0)
        )
       )
       (else
        (i32.const 0)
       )
      )
      (then
       (return
        (i32.const 0)
       )
      )
     )
     (local.set $2
      (i32.add
       (local.get $2)
       (i32.const 1)
      )
     )
     (br $label)
    )
   )
  )
  (i32.const 1)
 )
 (func $6 (param $0 i32)
  (local $1 i32)
  (local $2 i32)
  (local $3 i32)
  (local $4 i32)
  (local $5 i32)
  (local $6 i32)
  (local $7 i32)
  (local $8 i32)
  (local $9 v128)
  (local.set $3
   (i32.load
    (i32.const 1104)
   )
  )
  (local.set $4
   (i32.load
    (i32.const 1116)
   )
  )
  (local.set $5
   (i32.load
    (i32.const 1120)
   )
  )
  (loop $label1
   (if
    (i32.gt_u
     (local.get $0)
     (local.get $2)
    )
    (then
     (if
      (v128.any_true
       (local.tee $9
        (v128.load
         (i32.add
          (local.get $2)
          (local.get $3)
         )
        )
       )
      )
      (then
       (local.set $1
        (i8x16.bitmask
         (i8x16.ne
          (local.get $9)
          (v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000)
         )
        )
       )
       (loop $label
        (if
         (local.get $1)
         (then
          (if
           (i32.eqz
            (i32.load8_u
             (local.tee $7
              (i32.add
               (local.get $5)
               (local.tee $6
                (i32.add
                 (local.get $2)
                 (i32.ctz
                  (local.get $1)
                 )
                )
               )
              )
             )
            )
           )
           (then
            (i32.store8
             (local.get $7)
             (i32.const 1)
            )
            (i32.store
             (i32.add
              (local.get $4)
              (i32.shl
               (local.tee $8
                (i32.load
                 (i32.add
                  (local.tee $7
                   (i32.load
                    (i32.const 1132)
                   )
                  )
                  (i32.const 4)
                 )
                )
               )
               (i32.const 2)
              )
             )
             (local.get $6)
            )
            (i32.store offset=4
             (local.get $7)
             (i32.add
              (local.get $8)
              (i32.const 1)
             )
            )
           )
          )
          (local.set $1
           (i32.and
            (local.get $1)
            (i32.sub
             (local.get $1)
             (i32.const 1)
            )
           )
          )
          (br $label)
         )
        )
       )
      )
     )
     (local.set $2
      (i32.add
       (local.get $2)
       (i32.const 16)
      )
     )
     (br $label1)
    )
   )
  )
 )
 (func $7 (param $0 i32) (param $1 i32) (result i32)
  (local $2 i64)
  (local $3 i32)
  (local $4 i32)
  (local $5 i32)
  (local $6 i32)
  (local $7 i32)
  (local $8 i32)
  (local $9 i32)
  (local $10 i32)
  (local $11 i32)
  (local $12 i32)
  (local $13 i32)
  (global.set $global$0
   (i32.load
    (i32.const 1084)
   )
  )
  (global.set $global$1
   (i32.load
    (i32.const 1088)
   )
  )
  (global.set $global$2
   (i32.load
    (i32.const 1024)
   )
  )
  (global.set $global$3
   (i32.load
    (i32.const 1028)
   )
  )
  (global.set $global$4
   (i32.ne
    (i32.load
     (i32.const 1164)
    )
    (i32.const 0)
   )
  )
  (global.set $global$5
   (i32.load
    (i32.const 1144)
   )
  )
  (global.set $global$6
   (i32.load
    (i32.const 1140)
   )
  )
  (global.set $global$7
   (i32.load
    (i32.const 1052)
   )
  )
  (global.set $global$8
   (i32.load
    (i32.const 1036)
   )
  )
  (global.set $global$9
   (i32.load
    (i32.const 1040)
   )
  )
  (global.set $global$10
   (i32.load
    (i32.const 1056)
   )
  )
  (global.set $global$11
   (i32.ne
    (i32.load
     (i32.const 1044)
    )
    (i32.const 0)
   )
  )
  (local.set $7
   (i32.load
    (i32.const 1076)
   )
  )
  (local.set $8
   (i32.load
    (i32.const 1080)
   )
  )
  (local.set $9
   (i32.load
    (i32.const 1100)
   )
  )
  (local.set $10
   (i32.load
    (i32.const 1104)
   )
  )
  (local.set $11
   (i32.load
    (i32.const 1092)
   )
  )
  (local.set $3
   (local.tee $12
    (i32.load
     (i32.const 1096)
    )
   )
  )
  (loop $label
   (if
    (i32.gt_u
     (local.get $1)
     (local.get $4)
    )
    (then
     (local.set $2
      (call $0
       (local.get $7)
       (local.tee $5
        (i32.load
         (i32.add
          (local.get $0)
          (i32.shl
           (local.get $4)
           (i32.const 2)
          )
         )
        )
       )
      )
     )
     (i32.store8
      (i32.add
       (local.get $5)
       (local.get $10)
      )
      (i64.ne
       (local.get $2)
       (i64.const 0)
      )
     )
     (block $block
      (br_if $block
       (i64.eqz
        (local.get $2)
       )
      )
      (br_if $block
       (i64.eqz
        (local.tee $2
         (call $1
          (local.get $2)
          (i32.load
           (i32.add
            (local.get $11)
            (local.tee $6
             (i32.shl
              (local.get $5)
              (i32.const 2)
             )
            )
           )
          )
         )
        )
       )
      )
      (i32.store
       (local.tee $13
        (i32.add
         (local.get $6)
         (local.get $8)
        )
       )
       (i32.or
        (i32.load
         (local.get $13)
        )
        (i32.wrap_i64
         (local.get $2)
        )
       )
      )
      (i64.store32
       (i32.add
        (local.get $6)
        (local.get $9)
       )
       (i64.shr_u
        (local.get $2)
        (i64.const 32)
       )
      )
      (i32.store
       (local.get $3)
       (local.get $5)
      )
      (local.set $3
       (i32.add
        (local.get $3)
        (i32.const 4)
       )
      )
     )
     (local.set $4
      (i32.add
       (local.get $4)
       (i32.const 1)
      )
     )
     (br $label)
    )
   )
  )
  (i32.shr_u
   (i32.sub
    (local.get $3)
    (local.get $12)
   )
   (i32.const 2)
  )
 )
)
